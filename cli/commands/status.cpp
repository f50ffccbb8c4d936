// SPDX-License-Identifier: Apache-2.0
// `interlock status`: who holds, who waits, and who waits in a circle; once or again and again.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "render/claims.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <interlock/client.hpp>
#include <interlock/deadlock.hpp>

namespace cli {
namespace {

constexpr std::string_view clear_screen = "\x1b[H\x1b[2J";

enum class screen { append, redraw };

void put(const std::string& body, screen how) {
    print(how == screen::redraw ? fmt::format("{}{}", clear_screen, body) : body);
}

int show_claims(interlock::client& locks, const invocation& call, screen how) {
    const auto name = call.find("NAME");
    const auto claims = locks.inspect(name);
    put(call.flag("json") ? claims_json(claims) : claims_table(claims), how);
    if (claims.empty())
        say(name ? fmt::format("nobody holds or waits for '{}'", *name)
                 : "nobody holds or waits for any lock");
    return exit_success;
}

/// A cycle goes through several names, so that all are looked at even if one is asked for.
cycles find_cycles(interlock::client& locks, const std::optional<std::string>& name) {
    auto found = interlock::find_deadlocks(locks.inspect());
    if (!name) return found;
    std::erase_if(found, [&](const auto& cycle) {
        return std::ranges::find(cycle, *name, &interlock::claim_info::name) == cycle.end();
    });
    return found;
}

int show_deadlocks(interlock::client& locks, const invocation& call, screen how) {
    const auto name = call.find("NAME");
    const auto found = find_cycles(locks, name);
    put(call.flag("json") ? cycles_json(found) : cycles_table(found), how);
    if (!found.empty()) return exit_negative;
    say(name ? fmt::format("no deadlock with '{}'", *name) : "no deadlock");
    return exit_success;
}

int show(interlock::client& locks, const invocation& call, screen how) {
    return call.flag("deadlocks") ? show_deadlocks(locks, call, how) : show_claims(locks, call, how);
}

/// An interrupt is how watching ends, so it is no failure.
void watch(interlock::client& locks, const invocation& call, signal_source& interrupted) {
    const bool redraw = !call.flag("json") && may_decorate(STDOUT_FILENO);
    do {
        static_cast<void>(show(locks, call, redraw ? screen::redraw : screen::append));
        if (!redraw && !call.flag("json")) print("\n");
    } while (!wait_readable(interrupted.fd(), 1'000));
}
}  // namespace

int status_command(const invocation& call) {
    if (!call.flag("watch")) {
        auto locks = open_client(call);
        return show(locks, call, screen::append);
    }
    signal_source interrupted{SIGINT, SIGTERM, SIGHUP};
    auto locks = open_client(call);
    watch(locks, call, interrupted);
    return exit_success;
}

}  // namespace cli
