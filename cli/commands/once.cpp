// SPDX-License-Identifier: Apache-2.0
// `interlock once`: a command that one process of the fleet runs for all, with its output for everybody.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "render/claims.hpp"
#include "render/json.hpp"
#include "run/captured_output.hpp"
#include "run/guarded_child.hpp"
#include "run/supervisor.hpp"
#include "run/unless_interrupted.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <interlock/once.hpp>

namespace cli {
namespace {
using interlock::once_phase;

constexpr std::size_t longest_result = 64 * 1024 - 1;

std::string_view phase_text(once_phase phase) {
    switch (phase) {
        case once_phase::running:
            return "running";
        case once_phase::done:
            return "done";
        case once_phase::failed:
            return "failed";
        case once_phase::idle:
            break;
    }
    return "idle";
}

int show(const interlock::once& work, bool json) {
    const auto now = work.state();
    const auto phase = phase_text(now.phase);
    const bool running = now.phase == once_phase::running;
    if (json) {
        print(fmt::format("{{\"state\":\"{}\",\"value\":{},\"message\":{},\"runner\":{}}}\n", phase,
                          json_text(now.value), json_text(now.message),
                          running ? fmt::format("{{{}}}", json_members(now.runner)) : "null"));
    } else {
        const auto more = running                ? fmt::format(" by {}", describe(now.runner))
                          : !now.message.empty() ? fmt::format(": {}", now.message)
                                                 : std::string{};
        print(fmt::format("{}{}\n", phase, more));
    }
    return now.phase == once_phase::done ? exit_success : exit_negative;
}

/// The failure of the command is what the user is told; without a record it is tried again all the same.
void record(interlock::once_turn& turn, std::string message) {
    try {
        turn.fail(std::move(message));
    } catch (const interlock::error& why) {
        warn(fmt::format("the failure could not be recorded: {}", why.what()));
    }
}

/// Stores the result for everybody and prints it; whoever lost its turn meanwhile has none.
int store(interlock::once_turn& turn, const std::string& result, const std::string& what) {
    try {
        turn.finish(result);
    } catch (const interlock::error& why) {
        if (why.code() != interlock::errc::stale) throw;
        complain(fmt::format("{} was lost before the command ended; its result is not kept", what));
        return exit_lost;
    }
    print(result);
    return exit_success;
}

int run_in(interlock::once_turn& turn, const invocation& call, guarded_child& child, captured_output& output,
           signal_source& signals) {
    supervisor::policy how{.output = &output};
    if (const auto grace = call.duration("grace")) how.grace = *grace;
    const auto what = fmt::format("the turn to do '{}'", call.text("NAME"));
    const supervisor::guard under{.what = what, .fences = {turn.fence()}, .lost = turn.lost()};
    const auto command = supervisor{child, under, signals, how}.run();
    if (command.lost) return exit_lost;
    if (command.code != exit_success) {
        record(turn, fmt::format("{} (exit code {})",
                                 command.started ? "the command failed" : "the command could not be run",
                                 command.code));
        return command.code;
    }
    if (!output.overflown()) return store(turn, output.text(), what);
    const auto too_much = fmt::format("the command printed more than {} bytes", longest_result);
    record(turn, too_much);
    complain(fmt::format("{}; keep the result elsewhere and print where it is", too_much));
    return exit_usage;
}

int run_once(const invocation& call) {
    const std::vector<std::string> name{call.text("NAME")};
    captured_output output{longest_result};
    const signal_setting inherited;
    guarded_child child{
        {.command = call.child, .lock_names = name, .signals = inherited, .output = output.command_end()}};
    output.close_command_end();
    signal_source signals{SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCHLD};
    auto locks = open_client(call);
    auto options = lock_options_of(call);
    options.wait = call.duration("wait");
    const auto work = locks.once(name.front(), options);
    auto begun = unless_interrupted<interlock::once_begun>(
        signals, [&](std::stop_token stop) { return work.begin(stop); },
        [&] { return fmt::format("waiting for another one that does '{}'", name.front()); });
    if (!begun.result) return run_in(begun.turn, call, child, output, signals);
    print(*begun.result);
    return exit_success;
}

void check_together(const invocation& call) {
    const bool reset = call.flag("reset");
    const bool status = call.flag("status");
    if (reset && status) throw usage_error{"--reset: does not go with --status; give one of them"};
    if (!reset && !status) return check_command(call);
    if (call.child.empty()) return;
    throw usage_error{
        fmt::format("--{}: runs nothing; leave out what stands after --", reset ? "reset" : "status")};
}
}  // namespace

int once_command(const invocation& call) {
    check_together(call);
    if (!call.flag("reset") && !call.flag("status")) return run_once(call);
    auto locks = open_client(call);
    auto work = locks.once(call.text("NAME"));
    if (call.flag("status")) return show(work, call.flag("json"));
    work.reset();
    return exit_success;
}

}  // namespace cli
