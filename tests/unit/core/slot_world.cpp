// SPDX-License-Identifier: Apache-2.0
// The people around the slot, time, and what must stay true.
#include "unit/core/slot_world.hpp"

#include <algorithm>
#include <array>

namespace interlock::core {

using namespace std::chrono_literals;

slot_world::slot_world(std::uint64_t seed, delivery how)
    : rng_{seed}, how_{how}, chance_{seed}, slot_{{port::item{.name = "n"}}, {}, can_, chance_} {}

void slot_world::step() {
    switch (roll(12)) {
        case 0:
        case 1:
        case 2:
            arrive();
            break;
        case 3:
            give_up();
            break;
        case 4:
        case 5:
            leave();
            break;
        case 6:
            pass(std::chrono::milliseconds{roll(2000)});
            break;
        case 7:
            outsider();
            break;
        case 8:
            if (roll(4) == 0) evict();
            break;
        case 9:
            deliver_one(requests_);
            break;
        default:
            deliver_one(news_);
            break;
    }
    check_belief();
}

void slot_world::come_to_rest() {
    reliable_ = true;
    for (int i = 0; i < 150; ++i) {
        deliver_one(requests_);
        deliver_one(news_);
        leave();
        pass(200ms);
        check_belief();
        serve();
    }
    check(!slot_.engaged(), "an idle slot has no claim at the engine");
    check(slot_.next_tick() == never, "an idle slot wants no tick");
    for (const auto& [who, p] : people_) {
        check(p.told, "everybody is told how it ended");
        check(!p.leaving, "everybody who leaves is told so");
    }
    check(at_engine_ == port::owner_id{}, "no hold is left behind");
    check(line_.empty(), "no claim is left in line");
}

void slot_world::arrive() {
    static const std::array terms{
        std::make_shared<const lock_options>(lock_options{.lease = 3s}),
        std::make_shared<const lock_options>(lock_options{.lease = 3s, .linger = 1s, .local_handovers = 1}),
        std::make_shared<const lock_options>(lock_options{.lease = 2s}),
        std::make_shared<const lock_options>(lock_options{.lease = 3s, .renew = renewal::never}),
        std::make_shared<const lock_options>(lock_options{.lease = 3s, .min_hold = 800ms, .max_hold = 2s}),
    };
    auto who = std::make_shared<tenant>(terms[roll(terms.size())]);
    who->may_wait = roll(4) != 0;
    if (who->may_wait && roll(3) == 0) who->give_up = now_ + std::chrono::milliseconds{roll(3000)};
    people_.emplace(who, person{});
    with_slot([&](actions& out) { slot_.arrive(who, now_, out); });
}

void slot_world::give_up() {
    for (const auto& [who, p] : people_) {
        if (p.told || roll(2) == 0) continue;
        const auto one = who;
        return with_slot([&](actions& out) { slot_.withdraw(one, fail(errc::canceled, "stop"), now_, out); });
    }
}

void slot_world::leave() {
    if (holder_ == nullptr) return;
    const auto who = std::exchange(holder_, nullptr);
    people_[who].holds = false;
    people_[who].leaving = true;
    with_slot([&](actions& out) { slot_.leave(who, now_, out); });
}

void slot_world::with_slot(const std::function<void(actions&)>& event) {
    actions out;
    event(out);
    for (auto& each : out) carry_out(each);
}

void slot_world::carry_out(action& what) {
    if (auto* a = std::get_if<do_acquire>(&what)) send([this, claim = a->what] { acquire(claim); });
    if (auto* a = std::get_if<do_withdraw>(&what)) send([this, owner = a->owner] { withdraw(owner); });
    if (auto* a = std::get_if<do_release>(&what)) send([this, a = *a] { release(a.owner, a.keep); });
    if (auto* a = std::get_if<do_renew>(&what)) send([this, a = *a] { renew(a.owner, a.lease); });
    if (auto* a = std::get_if<tell_granted>(&what)) granted(*a);
    if (auto* a = std::get_if<tell_busy>(&what)) told(a->who, "busy");
    if (auto* a = std::get_if<tell_failed>(&what)) told(a->who, "failed");
    if (auto* a = std::get_if<tell_extended>(&what)) {
        if (a->who == holder_) holder_until_ = a->until;
    }
    if (auto* a = std::get_if<tell_lost>(&what)) {
        check(people_[a->who].holds, "only a holder is told of its loss");
        people_[a->who].holds = false;
        if (holder_ == a->who) holder_ = nullptr;
    }
    if (auto* a = std::get_if<tell_released>(&what)) {
        check(people_[a->who].leaving, "a release is told once, to the one who left");
        people_[a->who].leaving = false;
    }
}

void slot_world::told(const tenant_ptr& who, const char* what) {
    check(!std::exchange(people_[who].told, true), what);
}

void slot_world::granted(const tell_granted& news) {
    told(news.who, "granted");
    check(holder_ == nullptr, "never two holders at once");
    check(news.who->fence > last_fence_, "fences grow");
    last_fence_ = news.who->fence;
    people_[news.who].holds = true;
    holder_ = news.who;
    holder_until_ = news.until;
}

/// Stops at every tick that the slot asks for.
void slot_world::pass(duration time) {
    const auto end = now_ + time;
    for (int ticks = 0; slot_.next_tick() <= end; ++ticks) {
        now_ = std::max(now_, slot_.next_tick());
        with_slot([&](actions& out) { slot_.tick(now_, out); });
        check_belief();
        if (ticks > 1000) return check(false, "a tick leads to progress");
    }
    now_ = end;
}

void slot_world::deliver_one(std::vector<std::function<void()>>& from) {
    if (from.empty()) return;
    const auto at = static_cast<std::ptrdiff_t>(roll(from.size()));
    const auto one = std::move(from[static_cast<std::size_t>(at)]);
    from.erase(from.begin() + at);
    one();
}

void slot_world::check(bool fine, const char* rule) {
    if (!fine) faults.emplace_back(rule);
}

/// Who holds as far as we know, and within the time told, holds at the engine. Only news of an eviction may
/// still be on its way.
void slot_world::check_belief() {
    if (holder_ == nullptr || now_ >= holder_until_ || evicted_.contains(slot_.owner())) return;
    check(at_engine_ == slot_.owner() && now_ < expires_, "what is trusted is true");
}

}  // namespace interlock::core
