// SPDX-License-Identifier: Apache-2.0
// A flag that a thread can sleep on, without the extra system calls of condition variables.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace interlock::runtime {

/// Raised once; any number of threads may wait for it. The waker touches nothing after the wake-up, so
/// the flag must be kept alive by both sides.
class flag {
public:
    void raise() noexcept;
    [[nodiscard]] bool raised() const noexcept { return word_.load(std::memory_order_acquire) == up; }
    /// Waits at most `time` (absent: for ever); true if raised. May return false early after a signal.
    bool wait(std::optional<std::chrono::nanoseconds> time = {}) noexcept;

private:
    static constexpr std::uint32_t down = 0;
    static constexpr std::uint32_t asleep = 1;
    static constexpr std::uint32_t up = 2;
    std::atomic<std::uint32_t> word_{down};
};

}  // namespace interlock::runtime
