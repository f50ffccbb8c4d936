// SPDX-License-Identifier: Apache-2.0
// Pieces of JSON.
#pragma once

#include <interlock/claim.hpp>
#include <string>
#include <string_view>

namespace cli {

/// A JSON string. Bytes that are no UTF-8 become U+FFFD: a value may hold any bytes, JSON may not.
[[nodiscard]] std::string json_text(std::string_view text);

/// The members host, program, pid and note, without braces.
[[nodiscard]] std::string json_members(const interlock::label& who);

}  // namespace cli
