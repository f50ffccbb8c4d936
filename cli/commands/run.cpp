// SPDX-License-Identifier: Apache-2.0
// `interlock run` and `interlock try`: a command under a lock.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "render/claims.hpp"
#include "run/acquisition.hpp"
#include "run/find_program.hpp"
#include "run/guarded_child.hpp"
#include "run/supervisor.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <interlock/interlock.hpp>

namespace cli {
namespace {
using patience = std::optional<std::chrono::milliseconds>;

/// Who has the lock, for messages; never a reason to fail.
std::string who_holds(interlock::client& locks, const std::string& name) {
    try {
        return describe_holders(locks.inspect(name));
    } catch (const interlock::error& why) {
        return fmt::format("the holder is not known ({})", why.what());
    }
}

/// Waits until the attempt has ended or a signal has arrived, which is returned. A person who waits for
/// more than a second is told what for.
std::optional<int> await(acquisition& attempt, signal_source& signals, interlock::client& locks,
                         const std::string& name) {
    int patience_ms = may_decorate(STDERR_FILENO) || ::isatty(STDERR_FILENO) == 1 ? 1'000 : -1;
    while (true) {
        pollfd watched[] = {{.fd = attempt.fd(), .events = POLLIN, .revents = 0},
                            {.fd = signals.fd(), .events = POLLIN, .revents = 0}};
        const int ready = ::poll(watched, std::size(watched), patience_ms);
        if (ready == 0) {
            say(fmt::format("waiting for '{}', {}", name, who_holds(locks, name)));
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

int run_guarded(const invocation& call, patience wait) {
    const auto name = call.text("NAME");
    guarded_child child{call.child, name};
    signal_source signals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD};
    auto locks = open_client(call);
    auto lock = locks.mutex(name, lock_options_of(call));
    acquisition attempt{lock, wait};
    if (const auto signal = await(attempt, signals, locks, name)) return give_up(attempt, *signal);
    auto held = attempt.take();
    if (!held) {
        complain(fmt::format("'{}' is busy, {}", name, who_holds(locks, name)));
        return exit_not_acquired;
    }
    supervisor::policy how;
    if (call.text("on-lost") == "warn") how.on_lost = loss_action::warn;
    if (const auto grace = call.duration("grace")) how.grace = *grace;
    return supervisor{child, *held, signals, how}.run();
}

int run_with(const invocation& call, patience wait) {
    const auto& program = call.child.front();
    switch (find_program(program)) {
        case program_state::executable:
            return run_guarded(call, wait);
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
