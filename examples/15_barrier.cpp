// SPDX-License-Identifier: Apache-2.0
// A barrier: workers compute in steps, and none begins a step before all have ended the one before.
#include <interlock/interlock.hpp>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
    interlock::client locks;
    constexpr std::uint32_t workers = 3;
    constexpr int steps = 4;
    std::atomic<int> checkpoints{0};
    {
        std::vector<std::jthread> all;
        for (std::uint32_t i = 0; i < workers; ++i) {
            all.emplace_back([&] {
                // [snippet]
                auto step = locks.barrier("simulation", workers);
                for (int n = 0; n < steps; ++n) {
                    // ... compute this worker's share of step n ...
                    const auto passed = step.arrive_and_wait();
                    if (passed.last) ++checkpoints;  // one of them writes the checkpoint
                }
                // [/snippet]
            });
        }
    }
    std::printf("%d checkpoints\n", checkpoints.load());
    return checkpoints == steps ? 0 : 1;
}
