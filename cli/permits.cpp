// SPDX-License-Identifier: Apache-2.0
// Reads numbers of permits.
#include "permits.hpp"

#include "exit_code.hpp"
#include "number.hpp"

#include <fmt/core.h>

namespace cli {
std::optional<permit_count> parse_permits(std::string_view text) noexcept {
    const auto slash = text.find('/');
    const auto wanted = parse_number<std::uint32_t>(text.substr(0, slash));
    if (!wanted) return std::nullopt;
    if (slash == std::string_view::npos) return permit_count{*wanted, 0};
    const auto limit = parse_number<std::uint32_t>(text.substr(slash + 1));
    // A limit that is written out is one; 0 stands for "as stored" only where none is written.
    if (!limit || *limit == 0) return std::nullopt;
    return permit_count{*wanted, *limit};
}

void check_permits(std::string_view option, std::string_view text) {
    const auto count = parse_permits(text);
    if (!count) {
        throw usage_error{
            fmt::format("--{}: '{}' is not a number of permits; write --{} 1/3 for one of three in all, or "
                        "--{} 1 where the limit is stored already",
                        option, text, option, option)};
    }
    if (count->wanted == 0) {
        throw usage_error{fmt::format("--{}: '{}' asks for no permit; ask for at least one, as in --{} 1/{}",
                                      option, text, option, count->limit == 0 ? 3 : count->limit)};
    }
    if (count->limit != 0 && count->wanted > count->limit) {
        throw usage_error{
            fmt::format("--{}: '{}' asks for more than there are; at most --{} {}/{}, or give a higher limit",
                        option, text, option, count->limit, count->limit)};
    }
}

}  // namespace cli
