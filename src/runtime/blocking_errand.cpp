// SPDX-License-Identifier: Apache-2.0
// A call of several steps that runs on the calling thread.
#include "runtime/blocking_errand.hpp"

#include <utility>

#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

boot_clock::time_point from_now(std::chrono::nanoseconds time) noexcept { return boot_clock::now() + time; }

blocking_errand::blocking_errand(std::shared_ptr<session> in, patience wait, std::stop_token stop,
                                 stopped_before then)
    : errand{std::move(in), wait ? boot_clock::now() + *wait : core::never}, stop_{std::move(stop)} {
    if (this->in()->forked()) throw error{this->in()->forked_failure()};
    if (then == stopped_before::refuse && stop_.stop_requested())
        throw error{fail(errc::canceled, "canceled before the call")};
}

void blocking_errand::proceed(std::coroutine_handle<> next) {
    const std::lock_guard lock{guard_};
    next_ = next;
    changed_.notify_one();
}

void blocking_errand::nudge() {
    const std::lock_guard lock{guard_};
    nudged_ = true;
    changed_.notify_one();
}

/// Waits for the next thing to happen and acts on it.
void blocking_errand::go_on() {
    std::unique_lock lock{guard_};
    const auto something = [this] { return next_ || nudged_; };
    if (alarm_ == core::never) {
        changed_.wait(lock, something);
    } else {
        changed_.wait_for(lock, std::max(alarm_ - boot_clock::now(), core::duration{0}), something);
    }
    const auto next = std::exchange(next_, {});
    const bool nudged = std::exchange(nudged_, false);
    lock.unlock();
    if (next) next.resume();
    if (nudged || boot_clock::now() >= alarm_) interrupt();
}

runtime::task<attempt> blocking_errand::acquire(std::shared_ptr<lock_handle> lock) {
    patience left;
    if (until() != core::never) left = std::max(until() - boot_clock::now(), core::duration{0});
    co_return lock->try_for(left, stop_);
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
