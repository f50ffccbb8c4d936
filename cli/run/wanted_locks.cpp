// SPDX-License-Identifier: Apache-2.0
// From names and options to requests, and back to words.
#include "run/wanted_locks.hpp"

#include "exit_code.hpp"
#include "permits.hpp"
#include "render/claims.hpp"

#include <fmt/core.h>
#include <interlock/error.hpp>

namespace cli {
namespace {

void check_together(const invocation& call) {
    if (!call.flag("permits")) return;
    if (call.flag("shared")) {
        throw usage_error{
            "--permits: does not go with --shared; leave out --permits for any number of readers, or "
            "--shared for a limited number"};
    }
    if (call.several.size() > 1) {
        throw usage_error{
            fmt::format("--permits: takes one NAME, not {}; leave out --permits to hold {} exclusively, or "
                        "run one interlock inside the other",
                        call.several.size(), quoted(call.several))};
    }
}

/// Only those among several that somebody holds are worth a word.
std::string holders_of(interlock::client& locks, const std::vector<std::string>& names) {
    if (names.size() == 1) return describe_holders(locks.inspect(names.front()));
    std::string out;
    for (const auto& name : names) {
        const auto claims = locks.inspect(name);
        if (claims.empty() || !claims.front().holding) continue;
        out += fmt::format("{}'{}' {}", out.empty() ? "" : "; ", name, describe_holders(claims));
    }
    return out.empty() ? describe_holders({}) : out;
}
}  // namespace

std::vector<interlock::lock_request> wanted_locks(const invocation& call) {
    check_together(call);
    const auto count = parse_permits(call.text("permits"));
    std::vector<interlock::lock_request> wanted;
    for (const auto& name : call.several) {
        auto& one = wanted.emplace_back();
        one.name = name;
        if (call.flag("shared")) one.how = interlock::mode::shared;
        if (!count) continue;
        one.how = interlock::mode::permits;
        one.permits = count->wanted;
        one.limit = count->limit;
    }
    return wanted;
}

std::string quoted(const std::vector<std::string>& names) {
    std::string out;
    for (const auto& name : names) out += fmt::format("{}'{}'", out.empty() ? "" : ", ", name);
    return out;
}

std::string who_holds(interlock::client& locks, const std::vector<std::string>& names) {
    try {
        return holders_of(locks, names);
    } catch (const interlock::error& why) {
        return fmt::format("the holder is not known ({})", why.what());
    }
}

}  // namespace cli
