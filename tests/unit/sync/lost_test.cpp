// SPDX-License-Identifier: Apache-2.0
// Holds that are lost: by eviction, by the end of the lease.
#include <latch>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, AnEvictedHoldIsToldInEveryWay) {
    auto h = locks.mutex("n").acquire();
    const auto token = h.lost();
    std::latch called{1};
    h.on_lost([&] { called.count_down(); });
    EXPECT_FALSE(token.stop_requested());
    elsewhere.evict("n");
    called.wait();
    EXPECT_TRUE(token.stop_requested());
    EXPECT_FALSE(h.valid());
    EXPECT_TRUE(h) << "it has still to be released";
    EXPECT_EQ(thrown_by([&] { h.renew(); }), errc::lost);
    EXPECT_EQ(thrown_by([&] { h.release(); }), errc::lost);
    EXPECT_FALSE(h);
}

TEST_F(Sync, AskedForAfterTheLossItIsToldAtOnce) {
    auto h = locks.mutex("n").acquire();
    locks.evict("n");
    ASSERT_TRUE(eventually([&] { return !h.valid(); }));
    EXPECT_TRUE(h.lost().stop_requested());
    bool called = false;
    h.on_lost([&] { called = true; });
    EXPECT_TRUE(called);
}

TEST_F(Sync, ALaterActionReplacesAnEarlierOne) {
    auto h = locks.mutex("n").acquire();
    std::latch called{1};
    h.on_lost([] { FAIL() << "was replaced"; });
    h.on_lost([&] { called.count_down(); });
    elsewhere.evict("n");
    called.wait();
}

TEST_F(Sync, AReleaseIsNotALoss) {
    std::stop_token token;
    {
        auto h = locks.mutex("n").acquire();
        token = h.lost();
        h.on_lost([] { FAIL() << "was released"; });
    }
    elsewhere.evict("n");
    EXPECT_FALSE(token.stop_requested());
}

TEST_F(Sync, AHoldThatIsNotRenewedEndsWithItsLease) {
    const auto h = locks.mutex("n", {.lease = 50ms, .renew = renewal::never}).acquire();
    std::latch called{1};
    const std::stop_callback on_loss{h.lost(), [&] { called.count_down(); }};
    called.wait();
    EXPECT_FALSE(h.valid());
    EXPECT_GE(boot_clock::now(), h.valid_until());
    EXPECT_TRUE(eventually([&] { return is_free("n"); })) << "and is given back";
}

TEST_F(Sync, AWaiterGetsWhatAnotherLost) {
    const auto h = locks.mutex("n").acquire();
    std::thread evictor{[&] {
        EXPECT_TRUE(eventually([&] { return waiting("n") == 1; }));
        locks.evict("n");
    }};
    const auto next = elsewhere.mutex("n").acquire();
    EXPECT_TRUE(next.valid());
    EXPECT_GT(next.fence(), h.fence());
    evictor.join();
    EXPECT_TRUE(eventually([&] { return !h.valid(); }));
}

TEST_F(Sync, WaitersInTheSameClientAskAgainAfterALoss) {
    auto m = locks.mutex("n");
    auto h = m.acquire();
    std::thread next{[&] { EXPECT_TRUE(m.acquire().valid()); }};
    elsewhere.evict("n");
    next.join();
    EXPECT_FALSE(h.valid());
}

TEST_F(Sync, AnActionMayReleaseItsOwnHold) {
    auto h = locks.mutex("n").acquire();
    std::latch called{1};
    h.on_lost([&] {
        h = hold{};
        called.count_down();
    });
    elsewhere.evict("n");
    called.wait();
    EXPECT_FALSE(h);
}

TEST_F(Sync, AStuckActionDelaysNoOtherLock) {
    auto stuck = locks.mutex("a").acquire();
    std::latch entered{1};
    std::latch may_end{1};
    stuck.on_lost([&] {
        entered.count_down();
        may_end.wait();
    });
    elsewhere.evict("a");
    entered.wait();
    EXPECT_TRUE(is_kept_alive(locks.mutex("b", short_lease).acquire()));
    may_end.count_down();
    stuck = hold{};
}

TEST_F(Sync, TheLossOfOneIsNotTheLossOfAnother) {
    const auto a = locks.mutex("a").acquire();
    const auto b = locks.mutex("b").acquire();
    elsewhere.evict("a");
    EXPECT_TRUE(eventually([&] { return !a.valid(); }));
    EXPECT_TRUE(b.valid());
}

TEST_F(Sync, EvictionOfAFreeNameDoesNothing) {
    locks.evict("n");
    EXPECT_TRUE(locks.mutex("n").acquire().valid());
}

}  // namespace
}  // namespace interlock::test
