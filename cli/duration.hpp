// SPDX-License-Identifier: Apache-2.0
// Durations as people write them: 500ms, 2s, 1m30s, 1h.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace cli {

/// The duration that `text` says, or nothing: units h, m, s, ms in falling order, whole numbers, or a plain
/// 0.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) noexcept;

/// As a person would say it: "340 ms", "12 s", "3 m 20 s", "5 h 2 m".
[[nodiscard]] std::string spoken(std::chrono::milliseconds time);

/// In the form that `parse_duration` takes: "1m30s".
[[nodiscard]] std::string written(std::chrono::milliseconds time);

}  // namespace cli
