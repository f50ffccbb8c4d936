// SPDX-License-Identifier: Apache-2.0
// One leader at a time, and everyone knows who it is.
#include <interlock/interlock.hpp>

#include <cstdio>
#include <stop_token>

int main() {
    interlock::client locks;
    std::stop_source shutdown;
    std::uint64_t term = 0;
    std::string address;

    // [snippet]
    auto election = locks.election("scheduler");
    const bool led = election.lead(
        [&](interlock::leadership& me, std::stop_token stop) {  // stop: lost, or shutting down
            term = me.term();                                   // the fence of everything done as leader
            if (const auto leader = election.leader()) address = leader->value;
            while (!stop.stop_requested()) shutdown.request_stop();  // one round of work
        },
        shutdown.get_token(), "10.0.0.7:8080");
    // [/snippet]

    std::printf("led to the end: %s, reached at %s\n", led ? "yes" : "no", address.c_str());
    return led && term != 0 && address == "10.0.0.7:8080" ? 0 : 1;
}
