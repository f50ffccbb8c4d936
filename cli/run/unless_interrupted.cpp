// SPDX-License-Identifier: Apache-2.0
// Waiting for the end of a call, or a signal.
#include "run/unless_interrupted.hpp"

#include "talk.hpp"

#include <poll.h>
#include <unistd.h>
#include <iterator>

namespace cli {
namespace {
void tell(const reason_to_wait& why) {
    try {
        say(why());
    } catch (const interlock::error&) {
        // The wait itself goes on, and will tell if that has become impossible.
    }
}
}  // namespace

std::optional<int> await(int done, signal_source& signals, const reason_to_wait& why) {
    int patience_ms = ::isatty(STDERR_FILENO) == 1 ? 1'000 : -1;
    while (true) {
        pollfd watched[] = {{.fd = done, .events = POLLIN, .revents = 0},
                            {.fd = signals.fd(), .events = POLLIN, .revents = 0}};
        const int ready = ::poll(watched, std::size(watched), patience_ms);
        if (ready == 0) {
            tell(why);
            patience_ms = -1;
        }
        while (const auto signal = signals.take()) {
            if (*signal != SIGCHLD) return signal;
        }
        if (watched[0].revents != 0 && ready > 0) return std::nullopt;
    }
}

void tell_late_failure(const std::exception_ptr& failed) {
    try {
        std::rethrow_exception(failed);
    } catch (const interlock::error& why) {
        if (why.code() != interlock::errc::canceled) warn(why.what());
    }
}

}  // namespace cli
