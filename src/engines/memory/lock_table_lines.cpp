// SPDX-License-Identifier: Apache-2.0
// Who holds and who waits: granting, expiring and serving the lines.
#include "core/request.hpp"
#include "engines/memory/lock_table.hpp"
#include "engines/memory/store.hpp"

#include <algorithm>
#include <utility>

namespace interlock::memory {

using port::status;

failure lock_table::agree_on_limits(port::claim& wanted) const {
    for (auto& each : wanted.items) {
        if (each.how != mode::permits) continue;
        const auto stored = limits_.find(each.name);
        if (auto why = core::agree_on_limit(
                each, stored == limits_.end() ? std::nullopt : std::optional{stored->second}))
            return why;
    }
    return {};
}

bool lock_table::is_free(const record& who, bool overtakes) const {
    return std::none_of(who.wanted.items.begin(), who.wanted.items.end(), [&](const port::item& each) {
        const auto on = lines_.find(each.name);
        if (on == lines_.end()) return false;
        return (overtakes ? on->second.held() : on->second.before(who.arrival)).blocks(each);
    });
}

void lock_table::stand_in_line(transaction& t, const std::shared_ptr<record>& who,
                               port::handler<port::acquire_answer>& done) {
    who->pending = std::make_shared<reply<port::acquire_answer>>(std::move(done));
    t.tell(who->client,
           [client = who->client, owner = who->wanted.owner] { client->host.events.waiting(owner); });
    add_meanwhile(*who, who->wanted.holding);
    const auto& items = who->wanted.items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto* on = &*lines_.try_emplace(items[i].name).first;
        tell_contended(t, on->second, *who);
        on->second.waiting.push_back({who, i});
        touch(on);
    }
}

/// Who was granted beside a waiting claim knows it from the grant.
void lock_table::tell_contended(transaction& t, const line& on, const record& except) const {
    if (!on.waiting.empty()) return;
    for (const auto& each : on.holders) {
        if (each.who.get() == &except) continue;
        t.tell(each.who->client, [client = each.who->client, owner = each.who->wanted.owner] {
            client->host.events.contended(owner);
        });
    }
}

void lock_table::grant(transaction& t, record& who) {
    for (std::size_t i = 0; i < who.wanted.items.size(); ++i) who.fences.push_back(++last_fence_);
    who.since = t.now();
    who.expires = t.now() + who.wanted.lease;
}

port::acquire_answer lock_table::granted(const record& who) const {
    return {status::done, {who.fences, who.expires, contended(who)}, {}};
}

bool lock_table::contended(const record& who) const {
    return std::any_of(who.wanted.items.begin(), who.wanted.items.end(), [&](const port::item& each) {
        const auto on = lines_.find(each.name);
        if (on == lines_.end()) return false;
        const auto upgrader = on->second.upgrader();
        return !on->second.waiting.empty() || (upgrader != nullptr && upgrader.get() != &who);
    });
}

void lock_table::drop_expired(transaction& t, line_ref on) {
    if (on == nullptr) return;
    const auto& holders = on->second.holders;
    const auto is_over = [&](const place& each) { return each.who->expires <= t.now(); };
    if (std::none_of(holders.begin(), holders.end(), is_over)) return;
    for (const auto& each : std::vector<place>{holders}) {
        if (!is_over(each)) continue;
        t.tell(each.who->client, [client = each.who->client, owner = each.who->wanted.owner] {
            client->host.events.lost(owner, fail(errc::lost, "the lease ended"));
        });
        drop(t, each.who);
    }
}

void lock_table::drop(transaction& t, const std::shared_ptr<record>& gone) {
    stop_upgrade(t, *gone, {status::lost, {}, {}});
    forget_meanwhile(*gone);
    for (const auto& each : gone->wanted.items) {
        auto* on = find(each.name);
        on->second.remove(*gone);
        touch(on);
    }
    // A hold kept after its release is not in the table; its owner may have claimed anew.
    const auto known = claims_.find(gone->wanted.owner);
    if (known != claims_.end() && known->second == gone) claims_.erase(known);
}

void lock_table::touch(line_ref changed) { touched_.push_back(changed); }

void lock_table::settle(transaction& t) {
    serve_all(t);
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    for (auto* each : touched_) {
        set_alarm(*each);
        if (each->second.empty()) lines_.erase(lines_.find(each->first));
    }
    touched_.clear();
}

void lock_table::serve_all(transaction& t) {
    // A grant touches the other lines of its claim, so this list may grow while it is served.
    for (std::size_t i = 0; i < touched_.size(); ++i) serve(t, touched_[i]->second);
    for (const auto& each : std::exchange(winners_, {}))  // Only now is it known whether others still wait.
        t.tell(each->client, [pending = each->upgrade ? each->upgrade : each->pending,
                              answer = granted(*each)] { pending->answer(answer); });
}

void lock_table::serve(transaction& t, line& on) {
    if (const auto first = on.upgrader(); first != nullptr && on.holders.size() == 1) {
        upgrade(t, *first);
        winners_.push_back(first);
    }
    auto before = on.held();
    for (std::size_t i = 0; i < on.waiting.size() && !before.blocks_everything();) {
        const auto next = on.waiting[i];
        const bool blocked = before.blocks(next.what());
        before.add(next.what().how, next.what().permits);
        if (blocked || (next.who->wanted.items.size() > 1 && !is_free(*next.who, false))) {
            ++i;
            continue;
        }
        for (const auto& each : next.who->wanted.items) {
            touch(find(each.name));
            touched_.back()->second.admit(*next.who);
        }
        forget_meanwhile(*next.who);
        grant(t, *next.who);
        winners_.push_back(next.who);
    }
}

void lock_table::set_alarm(lines::value_type& on) {
    auto& those = on.second;
    const auto upgrader = those.upgrader();
    if ((those.waiting.empty() && upgrader == nullptr) || those.holders.empty()) return clear_alarm(those);
    const auto first = upgrader != nullptr ? upgrader->client : those.waiting.front().who->client;
    const auto when = those.first_expiry();
    // An alarm that comes too early is set again when it fires: cheaper than moving it at each renewal.
    if (those.alarm.id != 0 && those.alarm.on == first && those.alarm.when <= when) return;
    clear_alarm(those);
    const auto id = first->host.loop.at(when, [first, name = on.first] {
        const auto home = first->home.lock();
        if (home == nullptr) return;
        transaction t{*home, first};
        home->locks.wake(t, name);
    });
    those.alarm = {first, id, when};
}

void lock_table::clear_alarm(line& on) {
    if (on.alarm.id != 0) on.alarm.on->host.loop.cancel(on.alarm.id);
    on.alarm = {};
}

lock_table::line_ref lock_table::find(const std::string& name) {
    const auto on = lines_.find(name);
    return on == lines_.end() ? nullptr : &*on;
}

std::shared_ptr<record> lock_table::find(port::owner_id owner) const {
    const auto known = claims_.find(owner);
    return known == claims_.end() ? nullptr : known->second;
}

}  // namespace interlock::memory
