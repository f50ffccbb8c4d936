// SPDX-License-Identifier: Apache-2.0
// What may be the name of a lock or cell.
#pragma once

#include <interlock/error.hpp>

#include <string_view>

namespace interlock::core {

inline constexpr std::size_t longest_name = 512;

/// A failure that says what is wrong with `name`, or none.
[[nodiscard]] failure check_name(std::string_view name);

/// Whether `text` is well-formed UTF-8 (no overlong forms, no surrogates).
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// Whether `text` has a control character: C0, DEL or C1.
[[nodiscard]] bool has_control(std::string_view utf8) noexcept;

}  // namespace interlock::core
