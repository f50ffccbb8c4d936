// SPDX-License-Identifier: Apache-2.0
// Who holds and who waits: changing the mode of a hold and the number of permits, and refusing cycles.
#include "core/request.hpp"
#include "engines/memory/crowd.hpp"
#include "engines/memory/store.hpp"

#include <algorithm>
#include <utility>

namespace interlock::memory {

using port::status;

std::optional<port::acquire_answer> lock_table::convert(transaction& t, port::conversion what,
                                                        port::handler<port::acquire_answer>& done) {
    if (const auto held = find(what.owner); held != nullptr && held->holds()) {
        for (const auto& each : held->wanted.items) drop_expired(t, find(each.name));
        settle(t);
    }
    const auto known = find(what.owner);
    if (known == nullptr || !known->holds()) return port::acquire_answer{status::lost, {}, {}};
    auto& item = known->wanted.items.front();
    if (auto why = core::check_hold(item, known->wanted.items.size(), what.to))
        return port::acquire_answer{status::error, {}, std::move(why)};
    if (what.to == mode::exclusive && item.how != mode::exclusive)
        return strengthen(t, known, std::move(what), done);
    if (item.how == what.to && !known->upgrading) return granted(*known);
    stop_upgrade(t, *known, {status::error, {}, fail(errc::canceled, "the upgrade was given up")});
    item.how = what.to;
    touch(find(item.name));
    settle(t);
    return granted(*known);
}

std::optional<port::acquire_answer> lock_table::strengthen(transaction& t,
                                                           const std::shared_ptr<record>& known,
                                                           port::conversion what,
                                                           port::handler<port::acquire_answer>& done) {
    auto* on = find(known->wanted.items.front().name);
    known->client = t.caller();
    if (known->upgrading && what.wait) {
        known->upgrade->add(std::move(done));
        return {};
    }
    if (known->upgrading) {
        stop_upgrade(t, *known, {status::error, {}, fail(errc::canceled, "the upgrade was given up")});
        settle(t);
        return port::acquire_answer{status::busy, {}, {}};
    }
    if (on->second.holders.size() == 1) {
        upgrade(t, *known);
        return granted(*known);
    }
    if (!what.wait) return port::acquire_answer{status::busy, {}, {}};
    if (on->second.upgrader() != nullptr)
        return port::acquire_answer{status::error, {}, core::two_upgrades(on->first)};
    if (what.refuse_deadlock) {
        if (auto why = deadlock(t, {what.owner, known->wanted.items, what.holding, true}))
            return port::acquire_answer{status::error, {}, std::move(why)};
    }
    tell_contended(t, on->second, *known);
    known->upgrading = true;
    known->upgrade = std::make_shared<reply<port::acquire_answer>>(std::move(done));
    add_meanwhile(*known, std::move(what.holding));
    touch(on);
    settle(t);
    return {};
}

void lock_table::upgrade(transaction& t, record& who) {
    forget_meanwhile(who);
    who.upgrading = false;
    who.wanted.items.front().how = mode::exclusive;
    who.fences.front() = ++last_fence_;
    who.since = t.now();
}

void lock_table::stop_upgrade(transaction& t, record& who, port::acquire_answer why) {
    if (who.upgrade) {  // It may be granted already and not yet told so.
        t.tell(who.client, [upgrade = std::exchange(who.upgrade, nullptr), why = std::move(why)] {
            upgrade->answer(why);
        });
    }
    if (!std::exchange(who.upgrading, false)) return;
    forget_meanwhile(who);
    touch(find(who.wanted.items.front().name));
}

void lock_table::add_meanwhile(record& who, std::vector<port::owner_id> holding) {
    std::sort(holding.begin(), holding.end());
    holding.erase(std::unique(holding.begin(), holding.end()), holding.end());
    who.wanted.holding = std::move(holding);
    for (const auto& each : who.wanted.holding) meanwhile_.emplace(each, who.wanted.owner);
}

void lock_table::forget_meanwhile(record& who) {
    for (const auto& each : std::exchange(who.wanted.holding, {})) meanwhile_.erase({each, who.wanted.owner});
}

failure lock_table::deadlock(transaction& t, const core::newcomer& who) const {
    crowd seen{*this, t.now()};
    const auto cycle = core::find_cycle(who, seen);
    return cycle.empty() ? failure{} : core::refusal(cycle);
}

void lock_table::resize(transaction& t, const std::string& name, std::uint32_t limit) {
    limits_[name] = limit;
    auto* on = find(name);
    if (on == nullptr) return;
    drop_expired(t, on);
    for (auto* part : {&on->second.holders, &on->second.waiting})
        for (const auto& each : *part)
            if (each.what().how == mode::permits) each.who->wanted.items[each.index].limit = limit;
    for (const auto& each : std::vector<place>{on->second.waiting}) {
        auto asked = each.what();
        auto why = core::agree_on_limit(asked, limit);
        if (!why) continue;
        t.tell(each.who->client, [pending = each.who->pending, why = std::move(why)] {
            pending->answer({status::error, {}, why});
        });
        drop(t, each.who);
    }
    touch(on);
    settle(t);
}

}  // namespace interlock::memory
