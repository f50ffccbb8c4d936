// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::core {

/// The known word nearest to `typed` if it is near at all (a third of its letters), else empty.
[[nodiscard]] std::string nearest(std::string_view typed, const std::vector<std::string>& known);

/// "; did you mean 'x'?" or "; known are a, b, c".
[[nodiscard]] std::string hint(std::string_view typed, const std::vector<std::string>& known);

}  // namespace interlock::core
