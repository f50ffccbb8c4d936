// SPDX-License-Identifier: Apache-2.0
// `interlock elect`: a command that only the leader runs.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "run/find_program.hpp"
#include "run/guarded_child.hpp"
#include "run/supervisor.hpp"
#include "run/unless_interrupted.hpp"
#include "run/wanted_locks.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <interlock/election.hpp>

namespace cli {
namespace {
using interlock::leadership;

/// Steps down. A command that ended by itself has the last word, also if it was not leading any more.
void resign(leadership& leading, const supervisor::ending& command, const std::string& what) {
    std::error_code why;
    leading.resign(why);
    if (!why || command.lost || !command.started) return;
    if (why == interlock::errc::lost) {
        warn(fmt::format("{} was lost before the command ended", what));
    } else {
        warn(fmt::format("giving up {} is not confirmed: {}", what, why.message()));
    }
}

/// Campaigns, and runs the command while leading.
supervisor::ending serve_a_term(const invocation& call, const signal_setting& inherited,
                                signal_source& signals) {
    const std::vector<std::string> name{call.text("NAME")};
    guarded_child child{{.command = call.child, .lock_names = name, .signals = inherited, .leading = true}};
    auto locks = open_client(call);
    auto election = locks.election(name.front(), lock_options_of(call));
    auto leading = unless_interrupted<leadership>(
        signals, [&](std::stop_token stop) { return election.campaign(call.text("value"), stop); },
        [&] { return fmt::format("waiting to lead {}, {}", quoted(name), who_holds(locks, name)); });
    supervisor::policy how;
    if (const auto grace = call.duration("grace")) how.grace = *grace;
    const auto what = fmt::format("the leadership of {}", quoted(name));
    const supervisor::guard under{.what = what, .fences = {leading.term()}, .lost = leading.lost()};
    const auto command = supervisor{child, under, signals, how}.run();
    resign(leading, command, what);
    return command;
}

/// The same; a leader that is deposed before it could say its first word has served no term.
supervisor::ending try_a_term(const invocation& call, const signal_setting& inherited,
                              signal_source& signals) {
    try {
        return serve_a_term(call, inherited, signals);
    } catch (const interlock::error& why) {
        if (why.code() != interlock::errc::stale && why.code() != interlock::errc::lost) throw;
        complain(why.what());
        return {.started = false, .lost = true};
    }
}
}  // namespace

int elect_command(const invocation& call) {
    if (const auto why_not = cannot_run(call.child.front())) return *why_not;
    const signal_setting inherited;
    signal_source signals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD};
    while (true) {
        const auto command = try_a_term(call, inherited, signals);
        if (!command.lost) return command.code;
        if (command.told) return exit_signal_base + *command.told;
        if (call.flag("once")) return exit_lost;
        say(fmt::format("campaigning for '{}' again", call.text("NAME")));
    }
}

}  // namespace cli
