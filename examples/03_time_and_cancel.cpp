// SPDX-License-Identifier: Apache-2.0
// Waiting with a limit, and giving up when asked to.
#include <interlock/interlock.hpp>

#include <chrono>
#include <cstdio>
#include <stop_token>
#include <thread>

using namespace std::chrono_literals;

int main() {
    interlock::client elsewhere;  // Stands for another process.
    const auto taken = elsewhere.mutex("report").acquire();
    interlock::client locks;
    auto report = locks.mutex("report");

    // [snippet]
    // Busy is a value, not an error.
    if (auto hold = report.try_acquire_for(50ms)) {
        std::puts("got it");
    } else {
        std::puts("still busy after 50 ms");
    }

    // Any wait can be cancelled by a std::stop_token; failures are error codes or exceptions.
    std::stop_source shutdown;
    std::jthread soon{[&] { shutdown.request_stop(); }};
    std::error_code ec;
    const auto hold = report.acquire(ec, shutdown.get_token());
    if (ec == interlock::errc::canceled) std::puts("gave up: shutting down");
    // [/snippet]

    return ec == interlock::errc::canceled && !hold ? 0 : 1;
}
