// SPDX-License-Identifier: Apache-2.0
// One engine in a comparison: applies steps and shows all that can be seen of it as text.
#include "model/side.hpp"

#include <algorithm>
#include <utility>

namespace interlock::model {
namespace {

std::string show(port::status what, const failure& why) {
    static constexpr const char* words[] = {"done", "busy", "lost", "unknown", "error"};
    const auto word = std::string{words[static_cast<int>(what)]};
    return why ? word + " " + std::to_string(why.code.value()) : word;
}

std::string show(const port::cell& now) {
    return now.value.value_or("(nothing)") + " v" + std::to_string(now.version) + " f" +
           std::to_string(now.fence);
}

std::string show(const std::vector<std::string>& meanwhile) {
    std::string out;
    for (const auto& each : meanwhile) out += " holding " + each;
    return out;
}

std::string ms_from(boot_clock::time_point now, boot_clock::time_point until) {
    return std::to_string(std::chrono::duration_cast<milliseconds>(until - now).count()) + " ms";
}

/// Among the holders of a name the order is the engine's own affair: here it is that of their labels.
void sort_holders(std::vector<claim_info>& seen) {
    for (auto from = seen.begin(); from != seen.end();) {
        const auto to = std::find_if(from, seen.end(), [&](const claim_info& each) {
            return each.name != from->name || !each.holding;
        });
        std::sort(from, to, [](const auto& a, const auto& b) { return a.who.note < b.who.note; });
        from = to == from ? to + 1 : to;
    }
}

}  // namespace

bool fence_ranks::learn(const std::string& name, std::uint64_t fence) {
    return !known_[name].emplace(fence, step_).second || fence > settled_[name];
}

void fence_ranks::settle() {
    for (const auto& [name, all] : known_) settled_[name] = all.rbegin()->first;
    ++step_;
}

std::string fence_ranks::rank(const std::string& name, std::uint64_t fence) const {
    return "since step " + std::to_string(known_.at(name).at(fence));
}

side::side(std::string url, test::manual_world& world) : url_{std::move(url)}, world_{world} {
    seats_.resize(clients);
    for (int i = 0; i < clients; ++i) sit_down(i);
}

side::~side() {
    for (auto& each : seats_) each.engine->close();
}

void side::sit_down(int client) {
    auto& host = world_.add_host();
    seats_[static_cast<std::size_t>(client)] = {&host,
                                                port::open_engine(port::url::parse(url_), host.context())};
}

std::string side::show(const port::claim& wanted, const std::vector<std::uint64_t>& fences) {
    std::string out;
    for (std::size_t i = 0; i < fences.size(); ++i) {
        const auto& name = wanted.items.at(i).name;
        if (!fences_.learn(name, fences[i])) out += " OLD FENCE";
        out += " " + name;
    }
    return out;
}

void side::apply(const step& one) {
    const auto claim = claims_.find(one.target);
    const bool refers = claim != claims_.end();
    switch (one.what) {
        case kind::acquire:
            claims_[one.id].wanted = one.claim;
            claims_[one.id].wanted.holding = owners(one.holding);
            return acquire(one.id, one.client);
        case kind::repeat:
            if (refers && !claim->second.over) acquire(one.target, claim->second.client);
            return;
        case kind::release:
            if (refers) release(claim->second, one);
            return;
        case kind::withdraw:
            if (!refers) return;
            claim->second.over = true;
            return engine(claim->second.client).withdraw(claim->second.wanted.owner, [this](auto answer) {
                note("withdrawn: " + model::show(answer.what, answer.why));
            });
        case kind::renew:
            if (refers) renew(claim->second, one.time);
            return;
        case kind::convert:
            if (refers) convert(claim->second, one);
            return;
        case kind::resize:
            return engine(one.client).resize(one.name, one.limit, [this](auto answer) {
                note("resized: " + model::show(answer.what, answer.why));
            });
        case kind::evict:
            return engine(one.client).evict(one.name, [this](auto answer) {
                note("evicted: " + model::show(answer.what, answer.why));
            });
        case kind::write:
            return engine(one.client)
                .write({one.claim.owner, one.name, one.value, one.version, one.fence}, [this](auto answer) {
                    note("written: " + model::show(answer.what, answer.why) + " " + model::show(answer.now));
                });
        case kind::watch:
            watches_[one.id] = {world_.chance.draw_id(), one.client};
            return engine(one.client)
                .watch(watches_[one.id].request, one.name, *one.version, [this, id = one.id](auto answer) {
                    note("watch " + std::to_string(id) + ": " + model::show(answer.what, answer.why) + " " +
                         model::show(answer.now));
                });
        case kind::unwatch:
            if (const auto watch = watches_.find(one.target); watch != watches_.end())
                engine(watch->second.client).unwatch(watch->second.request);
            return;
        case kind::leave:
            engine(one.client).close();
            return sit_down(one.client);
        case kind::advance:
            return;
    }
}

void side::acquire(int id, int client) {
    auto& mine = claims_[id];
    mine.client = client;
    auto inside = std::make_shared<bool>(true);
    engine(client).acquire(mine.wanted, [this, id, inside](auto answer) {
        auto& which = claims_[id];
        which.over = which.over || answer.what != port::status::done;
        auto text = "claim " + std::to_string(id) + ": " + model::show(answer.what, answer.why);
        if (answer.what == port::status::done) {
            text += show(which.wanted, answer.got.fences);
            // Of a pushed grant the rest depends on when the client looked; its confirmation shows it.
            if (*inside)
                text +=
                    (answer.got.contended ? " contended " : " ") + ms_from(world_.now(), answer.got.until);
            else
                granted_.insert(id);
        }
        note(text);
    });
    *inside = false;
}

void side::release(claim_state& which, const step& one) {
    which.over = true;
    engine(which.client).release(which.wanted.owner, one.time, [this](auto answer) {
        note("released: " + model::show(answer.what, answer.why));
    });
}

void side::renew(claim_state& which, milliseconds lease) {
    engine(which.client).renew({{which.wanted.owner, lease}}, [this](auto answers) {
        const auto& answer = answers.at(0);
        note("renewed: " + model::show(answer.what, answer.why) + (answer.contended ? " contended" : "") +
             (answer.what == port::status::done ? " " + ms_from(world_.now(), answer.until) : ""));
    });
}

void side::convert(claim_state& which, const step& one) {
    const port::conversion what{which.wanted.owner, one.to, one.claim.wait, owners(one.holding),
                                one.claim.refuse_deadlock};
    auto inside = std::make_shared<bool>(true);
    engine(which.client).convert(what, [this, inside, id = one.id, wanted = which.wanted](auto answer) {
        auto text = "conversion " + std::to_string(id) + ": " + model::show(answer.what, answer.why);
        if (answer.what == port::status::done) text += show(wanted, answer.got.fences);
        if (answer.what == port::status::done && *inside)
            text += (answer.got.contended ? " contended " : " ") + ms_from(world_.now(), answer.got.until);
        note(text);
    });
    *inside = false;
}

std::vector<port::owner_id> side::owners(const std::vector<int>& claims) const {
    std::vector<port::owner_id> out;
    for (const auto each : claims)
        if (const auto known = claims_.find(each); known != claims_.end())
            out.push_back(known->second.wanted.owner);
    return out;
}

void side::confirm_pushed_grants() {
    for (const auto id : std::exchange(granted_, {})) renew(claims_[id], claims_[id].wanted.lease);
}

std::string side::claims() {
    std::vector<claim_info> seen;
    engine(0).inspect({}, [&](auto answer) { seen = std::move(answer.claims); });
    world_.run_until_quiet();
    for (const auto& each : seen)
        if (each.holding && !fences_.learn(each.name, each.fence)) note("OLD FENCE on " + each.name);
    sort_holders(seen);
    std::string out;
    for (const auto& each : seen)
        out += "  " + each.name + " " + std::string{to_string(each.how)} + " x" +
               std::to_string(each.permits) + " of " + std::to_string(each.limit) + " claim " +
               each.who.note + " (" + each.id + ") at " + std::to_string(each.position) +
               (each.upgrading ? " upgrading" : "") + model::show(each.meanwhile) +
               (each.holding ? " holds " + fences_.rank(each.name, each.fence) + " left " +
                                   std::to_string(each.left.count())
                             : " waits since " + std::to_string(each.age.count())) +
               "\n";
    return out;
}

std::string side::cells() {
    std::string out;
    for (const auto* name : {"m", "n"})
        engine(1).read(name, [&](auto answer) {
            out += std::string{"  cell "} + name + " " + model::show(answer.now) + "\n";
        });
    world_.run_until_quiet();
    return out;
}

std::string side::observe() {
    const auto state = claims() + cells();
    fences_.settle();
    std::string out;
    for (const auto& each : std::exchange(happened_, {})) out += "  " + each + "\n";
    return out + state;
}

}  // namespace interlock::model
