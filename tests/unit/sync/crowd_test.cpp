// SPDX-License-Identifier: Apache-2.0
// Many threads of many clients on few names.
#include <array>
#include <mutex>

#include "support/history.hpp"
#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, ACounterStaysExactUnderACrowd) {
    std::array<int, 3> counters{};
    std::array<history, 3> histories;
    std::vector<client> clients;
    for (int c = 0; c < 4; ++c) clients.emplace_back(url);
    std::vector<std::thread> threads;
    for (std::size_t c = 0; c < clients.size(); ++c) {
        for (std::size_t t = 0; t < 3; ++t) {
            threads.emplace_back([&, c, t] {
                for (std::size_t i = 0; i < 150; ++i) {
                    const auto n = (i + t) % counters.size();
                    auto m = clients[c].mutex("n" + std::to_string(n), {.lease = 10s, .local_handovers = 2});
                    const auto h = m.acquire();
                    held seen{h.fence(), boot_clock::now(), {}};
                    ++counters[n];
                    seen.ended = boot_clock::now();
                    histories[n].add(seen);
                }
            });
        }
    }
    for (auto& each : threads) each.join();
    EXPECT_EQ(counters[0] + counters[1] + counters[2], 4 * 3 * 150);
    for (const auto& each : histories) EXPECT_EQ(each.fault(), "");
}

TEST_F(Sync, ImpatientAndStoppedWaitersLeaveTheCounterExact) {
    int counter = 0;
    std::atomic<int> won{0};
    std::vector<client> clients;
    for (int c = 0; c < 3; ++c) clients.emplace_back(url);
    std::vector<std::thread> threads;
    for (std::size_t c = 0; c < clients.size(); ++c) {
        for (std::size_t t = 0; t < 3; ++t) {
            threads.emplace_back([&, c, t] {
                auto m = clients[c].mutex("n", {.lease = 10s});
                for (std::size_t i = 0; i < 200; ++i) {
                    const auto h =
                        t == 0 ? m.try_acquire() : m.try_acquire_for(std::chrono::microseconds{i * t * 5});
                    if (!h) continue;
                    ++counter;
                    ++won;
                }
            });
        }
    }
    for (auto& each : threads) each.join();
    EXPECT_EQ(counter, won);
    EXPECT_GT(counter, 0);
    EXPECT_TRUE(eventually([&] { return is_free("n"); })) << "nothing is left behind";
}

}  // namespace
}  // namespace interlock::test
