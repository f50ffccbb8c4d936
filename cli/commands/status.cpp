// SPDX-License-Identifier: Apache-2.0
// `interlock status`: who holds and who waits, once or again and again.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "render/claims.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <interlock/client.hpp>

namespace cli {
namespace {

constexpr std::string_view clear_screen = "\x1b[H\x1b[2J";

enum class screen { append, redraw };

void show(interlock::client& locks, const invocation& call, screen how) {
    const auto name = call.find("NAME");
    const auto claims = locks.inspect(name);
    const auto body = call.flag("json") ? claims_json(claims) : claims_table(claims);
    print(how == screen::redraw ? fmt::format("{}{}", clear_screen, body) : body);
    if (claims.empty())
        say(name ? fmt::format("nobody holds or waits for '{}'", *name)
                 : "nobody holds or waits for any lock");
}

/// An interrupt is how watching ends, so it is no failure.
void watch(interlock::client& locks, const invocation& call, signal_source& interrupted) {
    const bool redraw = !call.flag("json") && may_decorate(STDOUT_FILENO);
    do {
        show(locks, call, redraw ? screen::redraw : screen::append);
        if (!redraw && !call.flag("json")) print("\n");
    } while (!wait_readable(interrupted.fd(), 1'000));
}
}  // namespace

int status_command(const invocation& call) {
    if (!call.flag("watch")) {
        auto locks = open_client(call);
        show(locks, call, screen::append);
        return exit_success;
    }
    signal_source interrupted{SIGINT, SIGTERM, SIGHUP};
    auto locks = open_client(call);
    watch(locks, call, interrupted);
    return exit_success;
}

}  // namespace cli
