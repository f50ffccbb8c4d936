// SPDX-License-Identifier: Apache-2.0
// A flag that a thread can sleep on.
#include "runtime/futex.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace interlock::runtime {

void flag::raise() noexcept {
    if (word_.exchange(up, std::memory_order_acq_rel) == asleep) {
        ::syscall(SYS_futex, &word_, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
    }
}

bool flag::wait(std::optional<std::chrono::nanoseconds> time) noexcept {
    auto seen = down;
    if (!word_.compare_exchange_strong(seen, asleep, std::memory_order_acq_rel) && seen == up) return true;
    timespec span{};
    if (time) {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(*time);
        span = {.tv_sec = seconds.count(), .tv_nsec = (*time - seconds).count()};
    }
    ::syscall(SYS_futex, &word_, FUTEX_WAIT_PRIVATE, asleep, time ? &span : nullptr, nullptr, 0);
    return raised();
}

}  // namespace interlock::runtime
