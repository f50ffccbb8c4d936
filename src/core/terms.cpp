// SPDX-License-Identifier: Apache-2.0
// The terms of a lock: checked options, as the core works with them.
#include "core/terms.hpp"

#include <array>
#include <string>
#include <string_view>

#include "core/name.hpp"

namespace interlock::core {
namespace {

using std::chrono::milliseconds;

std::string text(milliseconds d) { return std::to_string(d.count()) + " ms"; }

failure out_of_range(std::string_view field, milliseconds given, milliseconds least, milliseconds most) {
    return fail(errc::invalid_option, std::string{field} + ": " + text(given) + " is out of range; give " +
                                          text(least) + " to " + text(most));
}

struct range {
    std::string_view field;
    milliseconds given, least, most;
};

failure first_outside(const auto& ranges) {
    for (const auto& [field, given, least, most] : ranges) {
        if (given < least || given > most) return out_of_range(field, given, least, most);
    }
    return {};
}

failure check_support(const lock_options& options, const port::capabilities& can) {
    if (options.order == order::fair && !can.fair) {
        return fail(errc::unsupported, "order: this engine cannot serve in fair order; use barging");
    }
    if (options.order == order::barging && !can.barging) {
        return fail(errc::unsupported, "order: this engine always serves in fair order; use fair");
    }
    return {};
}

failure check_label(const std::string& label) {
    if (label.size() <= 128 && is_utf8(label) && !has_control(label)) return {};
    return fail(errc::invalid_option, "label: must be at most 128 bytes of UTF-8 without control characters");
}

}  // namespace

failure check_able(mode how, const port::capabilities& can) {
    const bool able = how == mode::exclusive || (how == mode::shared && can.shared) ||
                      (how == mode::permits && can.permits) || (how == mode::upgradeable && can.upgradeable);
    if (able) return {};
    return fail(errc::unsupported, "this engine has no " + std::string{to_string(how)} + " locks");
}

failure check(const lock_options& options, const port::capabilities& can) {
    constexpr milliseconds none{0};
    constexpr milliseconds long_time = std::chrono::hours{24 * 365};
    const auto shortest_max = options.max_hold == none ? none : milliseconds{1};
    const auto most_min =
        options.max_hold == none ? options.lease : std::min(options.lease, options.max_hold);
    const std::array ranges{
        range{"lease", options.lease, can.min_lease, can.max_lease},
        range{"wait", options.wait.value_or(none), none, long_time},
        range{"max_hold", options.max_hold, shortest_max, long_time},
        range{"min_hold", options.min_hold, none, most_min},
        range{"linger", options.linger, none, options.lease},
    };
    if (auto why = first_outside(ranges)) return why;
    if (options.local_handovers > 255) {
        return fail(errc::invalid_option, "local_handovers: " + std::to_string(options.local_handovers) +
                                              " is out of range; give 0 to 255");
    }
    if (auto why = check_label(options.label)) return why;
    return check_support(options, can);
}

failure check(const client_options& options) {
    constexpr milliseconds hour = std::chrono::hours{1};
    return first_outside(std::array{
        range{"connect_timeout", options.connect_timeout, milliseconds{10}, hour},
        range{"flush_timeout", options.flush_timeout, milliseconds{0}, hour},
    });
}

}  // namespace interlock::core
