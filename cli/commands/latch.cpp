// SPDX-License-Identifier: Apache-2.0
// `interlock latch`: a counter that opens once.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "run/unless_interrupted.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <interlock/latch.hpp>

namespace cli {
namespace {

std::uint32_t small_number(const invocation& call, std::string_view name, std::uint32_t otherwise) {
    return static_cast<std::uint32_t>(call.number(name).value_or(otherwise));
}

void arrive(interlock::latch& latch, const invocation& call) {
    const auto by = small_number(call, "by", 1);
    try {
        latch.count_down(by);
    } catch (const interlock::error& why) {
        if (why.code() != interlock::errc::invalid_option) throw;
        throw usage_error{fmt::format("--by: latch '{}' has {} left to count, not {}; reset closes it again",
                                      latch.name(), latch.pending(), by)};
    }
}

int wait(const interlock::latch& latch, const invocation& call, signal_source& signals) {
    const auto patience = call.duration("wait");
    const bool open = unless_interrupted<bool>(
        signals,
        [&](std::stop_token stop) {
            if (patience) return latch.wait_for(*patience, stop);
            latch.wait(stop);
            return true;
        },
        [&] { return fmt::format("waiting for latch '{}' to be counted down", latch.name()); });
    if (open) return exit_success;
    complain(fmt::format("latch '{}' was not counted down in time", latch.name()));
    return exit_not_acquired;
}

int status(const interlock::latch& latch, const invocation& call) {
    const auto left = latch.pending();
    const auto count = call.number("count").value_or(0);
    print(call.flag("json")
              ? fmt::format("{{\"open\":{},\"pending\":{},\"count\":{}}}\n", left == 0, left, count)
              : fmt::format("{}, {} of {} left to count\n", left == 0 ? "open" : "closed", left, count));
    return left == 0 ? exit_success : exit_negative;
}
}  // namespace

int latch_command(const invocation& call) {
    const auto action = call.text("ACTION");
    signal_source signals{SIGINT, SIGTERM, SIGHUP};
    auto locks = open_client(call);
    auto latch = locks.latch(call.text("NAME"), small_number(call, "count", 1));
    if (action == "status") return status(latch, call);
    if (action == "reset") latch.reset();
    if (action.starts_with("arrive")) arrive(latch, call);
    return action.ends_with("wait") ? wait(latch, call, signals) : exit_success;
}

}  // namespace cli
