// SPDX-License-Identifier: Apache-2.0
// The recursive mutex.
#include <latch>
#include <mutex>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, TheHoldingThreadTakesItAgainWithTheSameFence) {
    auto m = locks.recursive_mutex("n");
    const std::scoped_lock outer{m};
    const auto fence = m.fence();
    {
        const std::scoped_lock inner{m};
        EXPECT_EQ(m.fence(), fence);
        EXPECT_TRUE(m.try_lock());
        m.unlock();
    }
    EXPECT_TRUE(m.valid());
    EXPECT_FALSE(is_free("n"));
}

TEST_F(Sync, ItIsReleasedWithTheLastLevel) {
    auto m = locks.recursive_mutex("n");
    for (int i = 0; i < 10; ++i) m.lock();
    for (int i = 0; i < 9; ++i) m.unlock();
    EXPECT_FALSE(is_free("n"));
    m.unlock();
    EXPECT_TRUE(is_free("n"));
    m.unlock();
}

TEST_F(Sync, AnotherThreadIsExcluded) {
    auto m = locks.recursive_mutex("n");
    m.lock();
    std::thread{[&] {
        EXPECT_FALSE(m.try_lock());
        EXPECT_FALSE(m.try_lock_for(5ms));
        EXPECT_FALSE(locks.recursive_mutex("n").try_lock());
    }}.join();
    m.unlock();
    std::thread{[&] { EXPECT_TRUE(locks.recursive_mutex("n").try_lock()); }}.join();
}

TEST_F(Sync, AnotherHandleOfTheSameThreadCountsToo) {
    auto a = locks.recursive_mutex("n");
    auto b = locks.recursive_mutex("n");
    a.lock();
    EXPECT_TRUE(b.try_lock());
    EXPECT_EQ(a.fence(), b.fence());
    a.unlock();
    EXPECT_TRUE(b.valid());
    b.unlock();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, OtherClientsAndPlainMutexesAreExcluded) {
    auto m = locks.recursive_mutex("n");
    m.lock();
    EXPECT_FALSE(elsewhere.recursive_mutex("n").try_lock());
    EXPECT_FALSE(locks.mutex("n").try_lock());
    m.unlock();
    const auto h = locks.mutex("n").acquire();
    EXPECT_FALSE(m.try_lock());
}

TEST_F(Sync, AnInnerHoldCanBeReleasedAndReports) {
    auto m = locks.recursive_mutex("n");
    auto outer = m.acquire();
    auto inner = m.acquire();
    EXPECT_EQ(inner.fence(), outer.fence());
    std::error_code ec = errc::protocol;
    inner.release(ec);  // Nothing to wait for.
    EXPECT_FALSE(ec);
    EXPECT_TRUE(outer.valid());
    outer.release();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, TheEndOfAnInnerHoldKeepsTheOutersAction) {
    auto m = locks.recursive_mutex("n");
    auto outer = m.acquire();
    std::latch called{1};
    outer.on_lost([&] { called.count_down(); });
    { const auto inner = m.acquire(); }
    elsewhere.evict("n");
    called.wait();
}

TEST_F(Sync, HoldsMayEndInAnyOrder) {
    auto m = locks.recursive_mutex("n");
    std::optional<hold> first = m.acquire();
    std::optional<hold> second = m.acquire();
    first.reset();
    EXPECT_TRUE(second->valid());
    second.reset();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, AfterALossTheThreadAsksAgainAndOldLevelsDoNoHarm) {
    auto m = locks.recursive_mutex("n");
    auto outer = m.acquire();
    auto inner = m.acquire();
    elsewhere.evict("n");
    ASSERT_TRUE(eventually([&] { return !outer.valid(); }));
    EXPECT_FALSE(inner.valid());
    const auto again = m.acquire();
    EXPECT_GT(again.fence(), outer.fence());
    std::error_code ec;
    inner.release(ec);
    EXPECT_EQ(ec, errc::lost);
    outer = hold{};
    EXPECT_TRUE(again.valid());
    EXPECT_FALSE(is_free("n"));
}

TEST_F(Sync, AHoldMovedToAnotherThreadStillCountsForItsOwn) {
    auto m = locks.recursive_mutex("n");
    auto h = m.acquire();
    std::thread{[h = std::move(h)] {}}.join();
    EXPECT_TRUE(is_free("n"));
    EXPECT_TRUE(m.try_lock());
}

TEST_F(Sync, RecursiveThreadsTakeTurns) {
    auto m = locks.recursive_mutex("n");
    int count = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                const std::scoped_lock outer{m};
                const std::scoped_lock inner{m};
                ++count;
            }
        });
    }
    for (auto& each : threads) each.join();
    EXPECT_EQ(count, 800);
    EXPECT_TRUE(is_free("n"));
}

}  // namespace
}  // namespace interlock::test
