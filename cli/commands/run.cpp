// SPDX-License-Identifier: Apache-2.0
// `interlock run` and `interlock try`: a command under one or several locks.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "run/acquisition.hpp"
#include "run/find_program.hpp"
#include "run/guarded_child.hpp"
#include "run/supervisor.hpp"
#include "run/wanted_locks.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <interlock/interlock.hpp>

namespace cli {
namespace {
using patience = std::optional<std::chrono::milliseconds>;

/// Waits until the attempt has ended or a signal has arrived, which is returned. A person who waits for
/// more than a second is told what for.
std::optional<int> await(acquisition& attempt, signal_source& signals, interlock::client& locks,
                         const std::vector<std::string>& names) {
    int patience_ms = may_decorate(STDERR_FILENO) || ::isatty(STDERR_FILENO) == 1 ? 1'000 : -1;
    while (true) {
        pollfd watched[] = {{.fd = attempt.fd(), .events = POLLIN, .revents = 0},
                            {.fd = signals.fd(), .events = POLLIN, .revents = 0}};
        const int ready = ::poll(watched, std::size(watched), patience_ms);
        if (ready == 0) {
            say(fmt::format("waiting for {}, {}", quoted(names), who_holds(locks, names)));
            patience_ms = -1;
        }
        while (const auto signal = signals.take()) {
            if (*signal != SIGCHLD) return signal;
        }
        if (watched[0].revents != 0 && ready > 0) return std::nullopt;
    }
}

/// A signal that ended the wait also ends the claim; a grant that came at the same moment is given back.
int give_up(acquisition& attempt, int signal) {
    attempt.cancel();
    try {
        if (auto held = attempt.take()) held->release();
    } catch (const interlock::error& why) {
        if (why.code() != interlock::errc::canceled) warn(why.what());
    }
    return exit_signal_base + signal;
}

int run_guarded(const invocation& call, std::vector<interlock::lock_request> wanted, patience wait) {
    const auto& names = call.several;
    guarded_child child{call.child, names};
    signal_source signals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD};
    auto locks = open_client(call);
    auto lock = locks.multi_lock(std::move(wanted), lock_options_of(call));
    acquisition attempt{lock, wait};
    if (const auto signal = await(attempt, signals, locks, names)) return give_up(attempt, *signal);
    auto held = attempt.take();
    if (!held) {
        complain(fmt::format("{} {}, {}", quoted(names), names.size() == 1 ? "is busy" : "are not all free",
                             who_holds(locks, names)));
        return exit_not_acquired;
    }
    supervisor::policy how;
    if (call.text("on-lost") == "warn") how.on_lost = loss_action::warn;
    if (const auto grace = call.duration("grace")) how.grace = *grace;
    return supervisor{child, {*held, names}, signals, how}.run();
}

int run_with(const invocation& call, patience wait) {
    auto wanted = wanted_locks(call);
    const auto& program = call.child.front();
    switch (find_program(program)) {
        case program_state::executable:
            return run_guarded(call, std::move(wanted), wait);
        case program_state::not_executable:
            complain(fmt::format("'{}' cannot be executed; check its permissions", program));
            return exit_not_executable;
        case program_state::not_found:
            break;
    }
    complain(fmt::format("command '{}' not found", program));
    return exit_not_found;
}
}  // namespace

int run_command(const invocation& call) { return run_with(call, call.duration("wait")); }

int try_command(const invocation& call) { return run_with(call, std::chrono::milliseconds{0}); }

}  // namespace cli
