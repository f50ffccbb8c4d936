// SPDX-License-Identifier: Apache-2.0
// `interlock run` and `interlock try`: a command under one or several locks.
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
#include <interlock/interlock.hpp>

namespace cli {
namespace {
using patience = std::optional<std::chrono::milliseconds>;

/// Gives the locks back and finds the tool's exit code.
int conclude(interlock::multi_hold& held, const std::string& what, const supervisor::ending& command,
             loss_action on_lost) {
    const bool valid = held.valid();
    std::error_code why;
    held.release(why);
    if (!command.started) return command.code;
    const bool lost = command.lost || !valid || why == interlock::errc::lost;
    const auto late = fmt::format("{} was lost before the command ended", what);
    if (lost && on_lost == loss_action::terminate) {
        if (!command.lost) complain(late);
        return exit_lost;
    }
    if (lost && !command.lost) warn(late);
    if (!lost && why) warn(fmt::format("the release of {} is not confirmed: {}", what, why.message()));
    return command.code;
}

int run_under(interlock::multi_hold& held, const invocation& call, guarded_child& child,
              signal_source& signals) {
    const auto& names = call.several;
    supervisor::policy how;
    if (call.text("on-lost") == "warn") how.on_lost = loss_action::warn;
    if (const auto grace = call.duration("grace")) how.grace = *grace;
    const auto what =
        fmt::format("{} {}", names.size() == 1 ? "the lock" : "one of the locks", quoted(names));
    supervisor::guard under{.what = what, .fences = {}, .lost = held.lost()};
    for (const auto& name : names) under.fences.push_back(held.fence(name));
    const auto command = supervisor{child, std::move(under), signals, how}.run();
    return conclude(held, what, command, how.on_lost);
}

int run_guarded(const invocation& call, std::vector<interlock::lock_request> wanted, patience wait) {
    const auto& names = call.several;
    const signal_setting inherited;
    guarded_child child{{.command = call.child, .lock_names = names, .signals = inherited}};
    signal_source signals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD};
    auto locks = open_client(call);
    auto lock = locks.multi_lock(std::move(wanted), lock_options_of(call));
    auto held = unless_interrupted<std::optional<interlock::multi_hold>>(
        signals,
        [&](std::stop_token stop) {
            return wait ? lock.try_acquire_for(*wait, stop) : std::optional{lock.acquire(stop)};
        },
        [&] { return fmt::format("waiting for {}, {}", quoted(names), who_holds(locks, names)); });
    if (held) return run_under(*held, call, child, signals);
    complain(fmt::format("{} {}, {}", quoted(names), names.size() == 1 ? "is busy" : "are not all free",
                         who_holds(locks, names)));
    return exit_not_acquired;
}

int run_with(const invocation& call, patience wait) {
    auto wanted = wanted_locks(call);
    if (const auto why_not = cannot_run(call.child.front())) return *why_not;
    return run_guarded(call, std::move(wanted), wait);
}
}  // namespace

int run_command(const invocation& call) { return run_with(call, call.duration("wait")); }

int try_command(const invocation& call) { return run_with(call, std::chrono::milliseconds{0}); }

}  // namespace cli
