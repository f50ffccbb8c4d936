// SPDX-License-Identifier: Apache-2.0
// Percent-encoded `key=value&…` text: URL options, and labels as engines store them.
#pragma once

#include <interlock/claim.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::core {

[[nodiscard]] std::string percent_encode(std::string_view text);

/// `nullopt` if a `%` is not followed by two hexadecimal digits.
[[nodiscard]] std::optional<std::string> percent_decode(std::string_view text);

/// `nullopt` if a part has no `=`, a key comes twice, or an encoding is broken.
[[nodiscard]] std::optional<std::map<std::string, std::string>> parse_pairs(std::string_view text);

/// Engines store labels of at most so many bytes.
inline constexpr std::size_t longest_label = 512;

/// A label as engines store it (program and host cut if need be), and back; what cannot be read becomes the
/// note.
[[nodiscard]] std::string to_text(const label& who);
[[nodiscard]] label label_from(std::string_view text);

}  // namespace interlock::core
