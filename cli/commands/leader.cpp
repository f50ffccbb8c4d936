// SPDX-License-Identifier: Apache-2.0
// `interlock leader`: who leads, now or again and again.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "render/claims.hpp"
#include "render/json.hpp"
#include "run/unless_interrupted.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <interlock/election.hpp>

namespace cli {
namespace {
using interlock::leader_info;

std::string leader_line(const leader_info& leader, bool json) {
    if (json) {
        return fmt::format("{{{},\"value\":{},\"term\":{}}}\n", json_members(leader.who),
                           json_text(leader.value), leader.term);
    }
    const auto value = leader.value.empty() ? std::string{} : fmt::format(": {}", leader.value);
    return fmt::format("{}, term {}{}\n", describe(leader.who), leader.term, value);
}

int show(interlock::election& election, bool json) {
    const auto leader = election.leader();
    if (leader) {
        print(leader_line(*leader, json));
        return exit_success;
    }
    if (json) print("null\n");
    say(fmt::format("nobody leads '{}'", election.name()));
    return exit_negative;
}

/// An interrupt is how watching ends, so it is no failure.
int watch(interlock::election& election, bool json, signal_source& signals) {
    std::optional<leader_info> known;
    try {
        while (true) {
            known = unless_interrupted<leader_info>(
                signals, [&](std::stop_token stop) { return election.observe(known, stop); },
                [&] { return fmt::format("waiting for news of '{}'", election.name()); });
            print(leader_line(*known, json));
        }
    } catch (const interrupted&) {
        return exit_success;
    }
}
}  // namespace

int leader_command(const invocation& call) {
    const bool json = call.flag("json");
    if (!call.flag("watch")) {
        auto locks = open_client(call);
        auto election = locks.election(call.text("NAME"));
        return show(election, json);
    }
    signal_source signals{SIGINT, SIGTERM, SIGHUP};
    auto locks = open_client(call);
    auto election = locks.election(call.text("NAME"));
    return watch(election, json, signals);
}

}  // namespace cli
