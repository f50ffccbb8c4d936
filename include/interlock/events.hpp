// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a client tells of its locks, for logs and metrics.
#pragma once

#include <interlock/config.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace interlock {
inline namespace v0 {

enum class event_kind : std::uint8_t {
    acquired,      ///< A hold was granted by the engine. `took`: since it was asked for.
    waiting,       ///< The lock was busy; the claim is in line.
    renewed,       ///< The lease was extended.
    renew_failed,  ///< An attempt to extend it failed; it will be tried again until the deadline.
    lost,          ///< The hold ended without a release. `took`: since it was granted.
    released,      ///< The engine confirmed the release. `took`: since it was granted.
    handed_over,   ///< The hold passed to another caller inside this process, without the engine.
};

/// The kind as text: "acquired", "renew_failed", …
[[nodiscard]] INTERLOCK_API std::string_view to_string(event_kind kind) noexcept;

/// One event. Use `kind` and the engine as metric labels, never `name`: names are without bound.
struct event {
    event_kind kind = event_kind::acquired;
    std::string name{};                ///< The lock's name.
    std::uint64_t fence = 0;           ///< The hold's fence; 0 while waiting.
    std::chrono::nanoseconds took{0};  ///< See the kind.
    std::error_code error{};           ///< Why (`renew_failed`, `lost`).
    std::uint64_t dropped = 0;         ///< Events lost just before this one because the hook was too slow.
};

}  // namespace v0
}  // namespace interlock
