// SPDX-License-Identifier: Apache-2.0
// Which engine an empty URL means.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace interlock::detail {

/// `url`, or `$INTERLOCK_ENGINE`, or the embedded file.
[[nodiscard]] inline std::string chosen_engine(std::string_view url) {
    if (!url.empty()) return std::string{url};
    const char* const named = std::getenv("INTERLOCK_ENGINE");
    return named != nullptr && *named != '\0' ? named : "sqlite:";
}

}  // namespace interlock::detail
