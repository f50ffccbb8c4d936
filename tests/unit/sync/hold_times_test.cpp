// SPDX-License-Identifier: Apache-2.0
// Minimum and maximum time to hold, and lingering, as others see them.
#include <latch>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, TheMinimumKeepsTheLockTakenAfterItsRelease) {
    const auto start = boot_clock::now();
    {
        auto h = locks.mutex("n", {.lease = 5s, .min_hold = 400ms}).acquire();
        h.release();
    }
    EXPECT_FALSE(elsewhere.mutex("n").try_acquire());
    EXPECT_FALSE(locks.mutex("n").try_acquire()) << "for this client, too";
    EXPECT_TRUE(elsewhere.mutex("n").try_acquire_for(20s));
    EXPECT_GE(boot_clock::now() - start, 400ms);
}

TEST_F(Sync, TheMinimumOutlivesTheClient) {
    const auto start = boot_clock::now();
    {
        client short_lived{url};
        const auto h = short_lived.mutex("n", {.lease = 5s, .min_hold = 400ms}).acquire();
    }
    EXPECT_TRUE(elsewhere.mutex("n").try_acquire_for(20s));
    EXPECT_GE(boot_clock::now() - start, 400ms);
}

TEST_F(Sync, TheMaximumEndsTheHold) {
    auto h = locks.mutex("n", {.lease = 5s, .max_hold = 60ms}).acquire();
    EXPECT_LE(h.valid_until(), boot_clock::now() + 60ms);
    std::latch called{1};
    h.on_lost([&] { called.count_down(); });
    called.wait();
    EXPECT_FALSE(h.valid());
    EXPECT_TRUE(elsewhere.mutex("n").try_acquire_for(20s));
}

TEST_F(Sync, LingeringKeepsTheLockForTheSameClient) {
    auto m = locks.mutex("n", {.lease = 10s, .linger = 10s});
    const auto first = m.acquire().fence();
    EXPECT_FALSE(is_free("n"));
    const auto again = m.acquire();
    EXPECT_EQ(again.fence(), first + 1) << "passed on without the engine";
}

TEST_F(Sync, AClaimElsewhereEndsLingering) {
    auto m = locks.mutex("n", {.lease = 10s, .linger = 10s});
    static_cast<void>(m.acquire().fence());
    EXPECT_TRUE(elsewhere.mutex("n").try_acquire_for(20s));
}

TEST_F(Sync, LingeringEndsByItself) {
    auto m = locks.mutex("n", {.lease = 10s, .linger = 30ms});
    static_cast<void>(m.acquire().fence());
    EXPECT_TRUE(eventually([&] { return is_free("n"); }));
}

TEST_F(Sync, AClientThatClosesGivesBackWhatLingers) {
    {
        client short_lived{url};
        static_cast<void>(short_lived.mutex("n", {.lease = 1h, .linger = 1h}).acquire().fence());
    }
    EXPECT_TRUE(elsewhere.mutex("n").try_acquire());
}

TEST_F(Sync, LocalHandOversAreBoundedWhileAnotherClientWaits) {
    auto m = locks.mutex("n", {.lease = 10s, .local_handovers = 2});
    std::atomic<bool> done{false};
    std::optional<hold> first = m.acquire();
    std::vector<std::thread> crowd;
    for (int t = 0; t < 3; ++t) {
        crowd.emplace_back([&] {
            while (!done) static_cast<void>(m.acquire());
        });
    }
    std::thread other{[&] {
        const auto h = elsewhere.mutex("n").acquire();
        done = true;
    }};
    EXPECT_TRUE(eventually([&] { return waiting("n") >= 1; }));
    first.reset();
    other.join();  // Would starve if the crowd passed the lock on for ever.
    for (auto& each : crowd) each.join();
}

}  // namespace
}  // namespace interlock::test
