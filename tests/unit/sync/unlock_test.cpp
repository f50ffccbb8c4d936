// SPDX-License-Identifier: Apache-2.0
// Unlocking: what belongs to whom when one object is shared, and after a loss.
#include <latch>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, UnlockingWhatIsNotLockedDoesNothing) {
    auto m = locks.mutex("n");
    m.unlock();
    const auto h = elsewhere.mutex("n").acquire();
    m.unlock();
    EXPECT_TRUE(h.valid());
    EXPECT_FALSE(is_free("n"));
    EXPECT_FALSE(m.lost().stop_possible());
}

TEST_F(Sync, AnotherThreadMayUnlock) {
    auto m = locks.mutex("n");
    m.lock();
    std::thread{[&] { m.unlock(); }}.join();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, DestroyingTheObjectReleasesIt) {
    {
        auto m = locks.mutex("n");
        m.lock();
    }
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, MovingTheObjectMovesTheLock) {
    auto a = locks.mutex("n");
    a.lock();
    const auto fence = a.fence();
    auto b = std::move(a);
    EXPECT_EQ(b.fence(), fence);
    auto c = locks.mutex("other");
    c.lock();
    c = std::move(b);
    EXPECT_TRUE(is_free("other"));
    EXPECT_EQ(c.name(), "n");
    EXPECT_TRUE(c.valid());
    c.unlock();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, OneHandleIsNotAnother) {
    auto a = locks.mutex("n");
    auto b = locks.mutex("n");
    a.lock();
    EXPECT_FALSE(b.try_lock());
    b.unlock();
    EXPECT_TRUE(a.valid());
}

/// Two threads share one object; the first loses the lock and has not noticed when the second gets it.
struct SharedObject : Sync {
    interlock::mutex m = locks.mutex("n");
    std::latch second_has_it{1};
    std::latch go_on{1};
    std::uint64_t first_fence = 0;
    std::uint64_t second_fence = 0;

    std::thread lose_and_let_second_lock(bool second_unlocks) {
        m.lock();
        first_fence = m.fence();
        elsewhere.evict("n");
        EXPECT_TRUE(eventually([&] { return !m.valid(); }));
        std::thread second{[this, second_unlocks] {
            m.lock();
            second_fence = m.fence();
            if (second_unlocks) m.unlock();
            second_has_it.count_down();
            go_on.wait();
            if (!second_unlocks) {
                EXPECT_TRUE(m.valid()) << "the first one's unlock did not take it away";
                m.unlock();
            }
        }};
        second_has_it.wait();
        return second;
    }
};

TEST_F(SharedObject, EachThreadIsShownItsOwn) {
    auto second = lose_and_let_second_lock(false);
    EXPECT_FALSE(m.valid()) << "the first one must not take the second one's lock for its own";
    EXPECT_EQ(m.fence(), first_fence) << "nor write with its fence";
    EXPECT_TRUE(m.lost().stop_requested());
    EXPECT_GT(second_fence, first_fence);
    go_on.count_down();
    second.join();
    m.unlock();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(SharedObject, TheUnlockOfTheOneWhoLostItTakesNothingFromTheNext) {
    auto second = lose_and_let_second_lock(false);
    m.unlock();
    EXPECT_FALSE(is_free("n"));
    go_on.count_down();
    second.join();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(SharedObject, TheNextOneReleasesThoughTheFirstHasNotUnlockedYet) {
    auto second = lose_and_let_second_lock(true);
    EXPECT_TRUE(is_free("n"));
    go_on.count_down();
    second.join();
    m.unlock();
}

}  // namespace
}  // namespace interlock::test
