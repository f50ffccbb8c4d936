// SPDX-License-Identifier: Apache-2.0
// Who holds and who waits: the operations of the port.
#include "engines/memory/lock_table.hpp"

#include "core/text.hpp"
#include "engines/memory/store.hpp"

#include <algorithm>
#include <utility>

namespace interlock::memory {

using port::status;
using std::chrono::floor;
using std::chrono::milliseconds;

namespace {

std::vector<std::string> meanwhile(const record& who) {
    std::vector<std::string> out;
    if (who.holds() && !who.upgrading) return out;
    for (const auto& each : who.wanted.holding) out.push_back(each.hex());
    return out;
}

claim_info describe(const place& one, std::uint32_t position, boot_clock::time_point now) {
    const auto& who = *one.who;
    const bool holds = who.holds();
    return {.name = one.what().name,
            .how = one.what().how,
            .permits = one.what().how == mode::permits ? one.what().permits : 1,
            .holding = holds,
            .position = position,
            .who = core::label_from(who.wanted.label),
            .fence = holds ? who.fences[one.index] : 0,
            .age = floor<milliseconds>(now - who.since),
            .left = holds ? floor<milliseconds>(who.expires - now) : milliseconds{0},
            .id = who.wanted.owner.hex(),
            .limit = one.what().how == mode::permits ? one.what().limit : 1,
            .upgrading = who.upgrading,
            .meanwhile = meanwhile(who)};
}

}  // namespace

std::optional<port::acquire_answer> lock_table::acquire(transaction& t, port::claim wanted,
                                                        port::handler<port::acquire_answer>& done) {
    for (const auto& each : wanted.items) drop_expired(t, find(each.name));
    settle(t);  // Those in line come before a newcomer, even one that overtakes.
    if (auto known = find(wanted.owner)) return repeat(t, known, wanted, done);
    if (auto why = agree_on_limits(wanted)) return port::acquire_answer{status::error, {}, std::move(why)};

    auto who = std::make_shared<record>(
        record{std::move(wanted), t.caller(), ++last_arrival_, t.now(), boot_clock::time_point{}});
    const bool free = is_free(*who, who->wanted.order == order::barging);
    if (!free && !who->wanted.wait) return port::acquire_answer{status::busy, {}, {}};
    if (!free && who->wanted.refuse_deadlock && !who->wanted.holding.empty()) {
        if (auto why = deadlock(t, {who->wanted.owner, who->wanted.items, who->wanted.holding}))
            return port::acquire_answer{status::error, {}, std::move(why)};
    }
    for (const auto& each : who->wanted.items)
        if (each.how == mode::permits) limits_.try_emplace(each.name, each.limit);
    claims_.emplace(who->wanted.owner, who);
    if (!free) {
        stand_in_line(t, who, done);
        settle(t);
        return {};
    }
    const auto& items = who->wanted.items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto* on = &*lines_.try_emplace(items[i].name).first;
        on->second.holders.push_back({who, i});
        if (!on->second.waiting.empty()) touch(on);
    }
    grant(t, *who);
    settle(t);
    return granted(*who);
}

std::optional<port::acquire_answer> lock_table::repeat(transaction& t, const std::shared_ptr<record>& known,
                                                       const port::claim& wanted,
                                                       port::handler<port::acquire_answer>& done) {
    known->client = t.caller();
    if (known->holds()) {
        extend(t, *known, wanted.lease);
        return granted(*known);
    }
    if (!wanted.wait) {
        withdraw(t, wanted.owner);
        return port::acquire_answer{status::busy, {}, {}};
    }
    known->pending->add(std::move(done));
    return {};
}

void lock_table::extend(transaction& t, record& hold, milliseconds lease) {
    hold.expires = t.now() + lease;
    for (const auto& each : hold.wanted.items) touch(find(each.name));
    settle(t);  // It may expire earlier than before: then those in line need an earlier alarm.
}

void lock_table::withdraw(transaction& t, port::owner_id owner) {
    const auto known = find(owner);
    if (known == nullptr) return;
    if (known->pending)
        t.tell(known->client, [pending = known->pending] {
            pending->answer({status::error, {}, fail(errc::canceled, "the claim was withdrawn")});
        });
    stop_upgrade(t, *known, {status::error, {}, fail(errc::canceled, "the claim was withdrawn")});
    drop(t, known);
    settle(t);
}

port::renew_answer lock_table::renew(transaction& t, const port::renewal& wanted) {
    const auto known = find(wanted.owner);
    if (known == nullptr || !known->holds()) return {.what = status::lost, .owner = wanted.owner};
    if (known->expires <= t.now()) {
        drop(t, known);
        settle(t);
        return {.what = status::lost, .owner = wanted.owner};
    }
    extend(t, *known, wanted.lease);
    return {
        .what = status::done, .owner = wanted.owner, .until = known->expires, .contended = contended(*known)};
}

status lock_table::release(transaction& t, port::owner_id owner, milliseconds keep) {
    const auto known = find(owner);
    if (known == nullptr || !known->holds()) return status::lost;
    const bool expired = known->expires <= t.now();
    if (keep > keep.zero() && !expired) {
        stop_upgrade(t, *known, {status::lost, {}, {}});
        claims_.erase(owner);
        known->client = nullptr;
        known->expires = t.now() + keep;
        for (const auto& each : known->wanted.items) touch(find(each.name));
    } else {
        drop(t, known);
    }
    settle(t);
    return expired ? status::lost : status::done;
}

void lock_table::evict(transaction& t, const std::string& name) {
    auto* on = find(name);
    if (on == nullptr) return;
    drop_expired(t, on);
    for (const auto& each : std::vector<place>{on->second.holders}) {
        t.tell(each.who->client, [client = each.who->client, owner = each.who->wanted.owner, name] {
            client->host.events.lost(owner, fail(errc::lost, "'" + name + "' was taken away by an operator"));
        });
        drop(t, each.who);
    }
    ++last_fence_;
    settle(t);
}

std::vector<claim_info> lock_table::inspect(transaction& t, const port::filter& which) {
    std::vector<line_ref> shown;
    for (auto& each : lines_)
        if (!which.name || *which.name == each.first) shown.push_back(&each);
    for (auto* each : shown) drop_expired(t, each);
    serve_all(t);
    std::sort(shown.begin(), shown.end(), [](line_ref a, line_ref b) { return a->first < b->first; });
    std::vector<claim_info> out;
    for (const auto* each : shown) {
        for (const auto& one : each->second.holders) out.push_back(describe(one, 0, t.now()));
        std::uint32_t position = 0;
        for (const auto& one : each->second.waiting) out.push_back(describe(one, ++position, t.now()));
    }
    settle(t);
    if (out.size() > which.most) out.resize(which.most);
    return out;
}

void lock_table::forget(transaction& t, const std::shared_ptr<member>& client) {
    std::vector<std::shared_ptr<record>> theirs;
    for (const auto& [owner, who] : claims_)
        if (who->client == client) theirs.push_back(who);
    for (const auto& who : theirs) {
        const bool unanswered = who->pending && !who->pending->answered();
        if (unanswered)
            t.tell(client, [pending = who->pending] {
                pending->answer({status::error, {}, fail(errc::closed, "the client was closed")});
            });
        if (unanswered) drop(t, who);
        stop_upgrade(t, *who, {status::error, {}, fail(errc::closed, "the client was closed")});
        who->client = nullptr;
    }
    settle(t);
}

void lock_table::wake(transaction& t, const std::string& name) {
    auto* on = find(name);
    if (on == nullptr) return;
    clear_alarm(on->second);
    drop_expired(t, on);
    touch(on);
    settle(t);
}

}  // namespace interlock::memory
