// SPDX-License-Identifier: Apache-2.0
// Numbers of permits as people write them: 1/3 is one of three in all.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cli {

struct permit_count {
    std::uint32_t wanted = 1;
    std::uint32_t limit = 0;  ///< All that there are; 0: as stored.
};

/// What `text` says in the form N/M, or N where the stored limit counts; nothing if it says no numbers.
/// Numbers that make no sense together are read all the same.
[[nodiscard]] std::optional<permit_count> parse_permits(std::string_view text) noexcept;

/// Throws `usage_error` if `text` is no number of permits that can be had; the message names `option`.
void check_permits(std::string_view option, std::string_view text);

}  // namespace cli
