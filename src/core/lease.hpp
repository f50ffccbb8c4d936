// SPDX-License-Identifier: Apache-2.0
// Lease arithmetic: when a hold must be renewed, and when it may no longer be trusted.
#pragma once

#include <interlock/clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace interlock::core {

using time_point = boot_clock::time_point;
using duration = boot_clock::duration;

/// Never.
inline constexpr time_point never = time_point::max();

/// Two clocks may run apart by this much while `span` passes: 1 % and 2 ms.
[[nodiscard]] constexpr duration drift(duration span) noexcept {
    return std::max(span, duration{0}) / 100 + std::chrono::milliseconds{2};
}

/// The last moment at which a hold that the engine honours until `until` may be trusted here.
[[nodiscard]] constexpr time_point deadline(time_point until, time_point now) noexcept {
    return until - drift(until - now);
}

/// Renewal comes when a third of what is left is over: two more tries fit in before the end.
[[nodiscard]] constexpr time_point renew_at(time_point until, time_point now) noexcept {
    return now + std::max(until - now, duration{0}) / 3;
}

/// Holds due within this are renewed along with the first, so that they share one message.
[[nodiscard]] constexpr duration renew_slack(duration lease) noexcept { return lease / 10; }

/// Pause before the n-th try (n ≥ 2) of something that failed: 20 ms doubling up to 1 s.
[[nodiscard]] constexpr duration back_off(unsigned n) noexcept {
    constexpr std::chrono::milliseconds first{20};
    return std::min<duration>(first * (1U << std::min(n - 2, 6U)), std::chrono::seconds{1});
}

/// After so many tries without an answer a request is undone and reported as unknown.
inline constexpr unsigned most_tries = 5;

/// A holder's own fence: the engine's number, then its place among the local holders of that grant.
[[nodiscard]] constexpr std::uint64_t local_fence(std::uint64_t engine_number, std::uint32_t place,
                                                  unsigned bits) noexcept {
    return (engine_number << bits) | place;
}

}  // namespace interlock::core
