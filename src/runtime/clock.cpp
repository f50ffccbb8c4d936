// SPDX-License-Identifier: Apache-2.0
// The real clock. Nothing outside runtime/ reads another.
#include "runtime/clock.hpp"

#include <ctime>

namespace interlock {
inline namespace v0 {

boot_clock::time_point boot_clock::now() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return time_point{std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec}};
}

}  // namespace v0

namespace runtime {

boot_clock::time_point system_time::now() const noexcept { return boot_clock::now(); }

std::uint64_t system_time::fence_floor() const noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const auto seconds = static_cast<std::uint64_t>(now.tv_sec);
    const auto fraction = (static_cast<std::uint64_t>(now.tv_nsec) << 23U) / 1'000'000'000U;
    return (seconds << 23U) + fraction;
}

void system_time::pause(boot_clock::duration how_long) const noexcept {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(how_long);
    timespec wait{.tv_sec = seconds.count(), .tv_nsec = (how_long - seconds).count()};
    ::clock_nanosleep(CLOCK_MONOTONIC, 0, &wait, nullptr);  // Cut short by a signal: the caller tries again.
}

}  // namespace runtime
}  // namespace interlock
