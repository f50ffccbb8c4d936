// SPDX-License-Identifier: Apache-2.0
// Finds what a mistyped word was probably meant to be.
#pragma once

#include <span>
#include <string_view>

namespace cli {

/// The candidate nearest to `word`, or empty if none is near enough to be meant.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace cli
