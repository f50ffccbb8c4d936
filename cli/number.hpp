// SPDX-License-Identifier: Apache-2.0
// Whole numbers as people write them.
#pragma once

#include <charconv>
#include <concepts>
#include <optional>
#include <string_view>

namespace cli {

/// The number that all of `text` is, if it fits a `Number`.
template <std::unsigned_integral Number>
[[nodiscard]] std::optional<Number> parse_number(std::string_view text) noexcept {
    Number value = 0;
    const auto end = text.data() + text.size();
    const auto [stopped, wrong] = std::from_chars(text.data(), end, value);
    if (wrong != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

}  // namespace cli
