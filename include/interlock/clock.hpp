// SPDX-License-Identifier: Apache-2.0
/// @file
/// The clock that lease deadlines are told in.
#pragma once

#include <interlock/config.hpp>

#include <chrono>
#include <cstdint>

namespace interlock {
inline namespace v0 {

/// Time since this machine was started (Linux `CLOCK_BOOTTIME`).
///
/// Unlike `std::chrono::steady_clock` it runs on while the machine is suspended, so a hold whose lease
/// ended during a suspend is known to be lost at the first instruction afterwards. It never steps with
/// the wall clock. Meets the standard's *TrivialClock*. Safe to call from any thread.
struct INTERLOCK_API boot_clock {
    using rep = std::int64_t;
    using period = std::nano;
    using duration = std::chrono::nanoseconds;
    using time_point = std::chrono::time_point<boot_clock>;
    static constexpr bool is_steady = true;

    /// The current time.
    [[nodiscard]] static time_point now() noexcept;
};

}  // namespace v0
}  // namespace interlock
