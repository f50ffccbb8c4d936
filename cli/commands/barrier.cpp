// SPDX-License-Identifier: Apache-2.0
// `interlock barrier`: meet a number of others.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "run/unless_interrupted.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <interlock/barrier.hpp>

namespace cli {

int barrier_command(const invocation& call) {
    const auto patience = call.duration("wait");
    const auto parties = static_cast<std::uint32_t>(call.number("parties").value_or(1));
    signal_source signals{SIGINT, SIGTERM, SIGHUP};
    auto locks = open_client(call);
    auto barrier = locks.barrier(call.text("NAME"), parties, lock_options_of(call));
    const auto met = unless_interrupted<std::optional<interlock::arrival>>(
        signals,
        [&](std::stop_token stop) {
            return patience ? barrier.arrive_and_wait_for(*patience, stop)
                            : std::optional{barrier.arrive_and_wait(stop)};
        },
        [&] {
            return fmt::format("waiting at barrier '{}': {} of {} are there", barrier.name(),
                               barrier.waiting(), parties);
        });
    if (!met) {
        complain(fmt::format("not all {} came to barrier '{}' in time", parties, barrier.name()));
        return exit_not_acquired;
    }
    print(call.flag("json") ? fmt::format("{{\"generation\":{},\"last\":{}}}\n", met->generation, met->last)
                            : fmt::format("{}\n", met->generation));
    return exit_success;
}

}  // namespace cli
