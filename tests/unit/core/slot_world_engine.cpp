// SPDX-License-Identifier: Apache-2.0
// The little engine around the slot: right about the lock, unreliable about telling.
#include <algorithm>

#include "unit/core/slot_world.hpp"

namespace interlock::core {
namespace {

const port::owner_id nobody{};
const port::owner_id outside{{0xFF}};
const port::owner_id kept{{0xFE}};

const failure no_answer{errc::unknown_outcome, "no answer"};

}  // namespace

slot_world::fate slot_world::draw_fate() {
    if (reliable_) return fate::answered;
    switch (roll(8)) {
        case 0:
            return fate::answer_lost;
        case 1:
            return fate::request_lost;
        case 2:
            return fate::refused;
        default:
            return fate::answered;
    }
}

void slot_world::send(std::function<void()> request) {
    if (how_ == delivery::any_order) return requests_.push_back(std::move(request));
    request();
}

/// Drops what expired, and gives the lock to the first in line.
void slot_world::serve() {
    if (at_engine_ != nobody && expires_ <= now_) at_engine_ = nobody;
    if (at_engine_ != nobody || line_.empty()) return;
    const auto next = line_.front();
    line_.erase(line_.begin());
    at_engine_ = next.what.owner;
    expires_ = now_ + next.what.lease;
    ++fence_;
    if (next.listening && at_engine_ != outside) {
        answer_acquire(at_engine_, {port::status::done, {{fence_}, expires_, !line_.empty()}, {}});
    }
}

void slot_world::answer_acquire(port::owner_id owner, port::acquire_answer answer) {
    news_.emplace_back([this, owner, answer] {
        if (slot_.engaged() && slot_.owner() == owner) {
            with_slot([&](actions& out) { slot_.acquired(owner, answer, now_, out); });
        } else if (answer.what == port::status::done) {
            remove(owner);  // What a session does with a grant that nobody wants any more.
        }
    });
}

void slot_world::acquire(const port::claim& what) {
    const auto f = draw_fate();
    if (f == fate::refused) {
        return answer_acquire(what.owner, {port::status::error, {}, fail(errc::unavailable, "refused")});
    }
    if (f == fate::request_lost) return answer_acquire(what.owner, {port::status::unknown, {}, no_answer});
    auto answer = take_or_queue(what);
    if (f == fate::answer_lost) {
        for (auto& each : line_) {
            if (each.what.owner == what.owner) each.listening = false;
        }
        answer = {port::status::unknown, {}, no_answer};
    }
    if (answer) answer_acquire(what.owner, *answer);
}

std::optional<port::acquire_answer> slot_world::take_or_queue(const port::claim& what) {
    serve();
    const auto known =
        std::find_if(line_.begin(), line_.end(), [&](const waiter& w) { return w.what.owner == what.owner; });
    const bool free = at_engine_ == nobody || at_engine_ == what.owner;
    if (known == line_.end() && free) {
        if (at_engine_ == nobody) ++fence_;
        at_engine_ = what.owner;
        expires_ = now_ + what.lease;
        evicted_.erase(what.owner);
        return port::acquire_answer{port::status::done, {{fence_}, expires_, !line_.empty()}, {}};
    }
    if (!what.wait) {
        if (known != line_.end()) line_.erase(known);
        return port::acquire_answer{port::status::busy, {}, {}};
    }
    if (known == line_.end()) {
        line_.push_back({what});
    } else {
        known->listening = true;
    }
    return std::nullopt;
}

void slot_world::remove(port::owner_id owner) {
    std::erase_if(line_, [&](const waiter& w) { return w.what.owner == owner; });
    if (at_engine_ == owner) at_engine_ = nobody;
    serve();
}

void slot_world::answer_left(port::owner_id owner, port::status how) {
    news_.emplace_back([this, owner, how] {
        const bool bad = how == port::status::unknown || how == port::status::error;
        with_slot([&](actions& out) { slot_.left(owner, {how, bad ? no_answer : failure{}}, now_, out); });
    });
}

void slot_world::withdraw(port::owner_id owner) {
    const auto f = draw_fate();
    if (f == fate::answered || f == fate::answer_lost) remove(owner);
    answer_left(owner, f == fate::answered  ? port::status::done
                       : f == fate::refused ? port::status::error
                                            : port::status::unknown);
}

void slot_world::release(port::owner_id owner, std::chrono::milliseconds keep) {
    const auto f = draw_fate();
    auto how = f == fate::refused ? port::status::error : port::status::unknown;
    if (f == fate::answered || f == fate::answer_lost) {
        const bool had = at_engine_ == owner && expires_ > now_;
        if (had && keep.count() > 0) {
            at_engine_ = kept;
            expires_ = now_ + keep;
        } else {
            remove(owner);
        }
        if (f == fate::answered) how = had ? port::status::done : port::status::lost;
    }
    answer_left(owner, how);
}

void slot_world::renew(port::owner_id owner, std::chrono::milliseconds lease) {
    const auto f = draw_fate();
    port::renew_answer answer{.what = port::status::unknown, .owner = owner, .why = no_answer};
    if (f == fate::refused) answer.what = port::status::error;
    if (f == fate::answered || f == fate::answer_lost) {
        const bool has = at_engine_ == owner && expires_ > now_;
        if (has) expires_ = now_ + lease;
        if (f == fate::answered)
            answer = {.what = has ? port::status::done : port::status::lost,
                      .owner = owner,
                      .until = expires_,
                      .contended = !line_.empty()};
    }
    news_.emplace_back(
        [this, answer] { with_slot([&](actions& out) { slot_.renewed(answer, now_, out); }); });
}

void slot_world::evict() {
    if (at_engine_ == nobody || at_engine_ == outside || at_engine_ == kept) return;
    const auto owner = std::exchange(at_engine_, nobody);
    evicted_.insert(owner);
    ++fence_;
    serve();
    news_.emplace_back([this, owner] {
        with_slot([&](actions& out) { slot_.lost(owner, {}, now_, out); });
        evicted_.erase(owner);  // From now on it must not be believed any more.
    });
}

/// Somebody in another process takes the lock, waits for it, or lets it go.
void slot_world::outsider() {
    serve();
    const bool waits =
        std::any_of(line_.begin(), line_.end(), [](const waiter& w) { return w.what.owner == outside; });
    if (waits || at_engine_ == outside) return remove(outside);
    const auto holder = at_engine_;
    static_cast<void>(take_or_queue({.owner = outside, .lease = std::chrono::milliseconds{500}}));
    if (holder == nobody) return;
    news_.emplace_back(
        [this, holder] { with_slot([&](actions& out) { slot_.contended(holder, now_, out); }); });
}

}  // namespace interlock::core
