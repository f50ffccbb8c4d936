// SPDX-License-Identifier: Apache-2.0
// A latch: go on when all workers, wherever they run, are ready.
#include <interlock/interlock.hpp>

#include <cstdio>
#include <string>
#include <thread>
#include <vector>

int main() {
    interlock::client locks;
    constexpr std::uint32_t workers = 3;
    locks.latch("deploy/ready", workers).reset();  // from an earlier run of this example

    // [snippet]
    std::vector<std::jthread> all;
    for (std::uint32_t i = 0; i < workers; ++i) {
        all.emplace_back([&] {
            auto ready = locks.latch("deploy/ready", workers);
            ready.count_down();  // "I have loaded my data"
        });
    }

    auto ready = locks.latch("deploy/ready", workers);
    ready.wait();
    // [/snippet]

    std::printf("all ready, %u to go\n", ready.pending());
    return ready.try_wait() ? 0 : 1;
}
