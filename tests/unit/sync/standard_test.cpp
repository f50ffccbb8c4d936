// SPDX-License-Identifier: Apache-2.0
// The shape of the standard's TimedLockable, and the standard's own tools on top of it.
#include <condition_variable>
#include <mutex>
#include <type_traits>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

template <class M>
concept basic_lockable = requires(M m) {
    { m.lock() } -> std::same_as<void>;
    { m.unlock() }
    noexcept->std::same_as<void>;
};
template <class M>
concept lockable = basic_lockable<M> && requires(M m) {
    { m.try_lock() } -> std::same_as<bool>;
};
template <class M>
concept timed_lockable = lockable<M> && requires(M m) {
    { m.try_lock_for(1ms) } -> std::same_as<bool>;
    { m.try_lock_for(std::chrono::duration<double>{1}) } -> std::same_as<bool>;
    { m.try_lock_until(std::chrono::steady_clock::now()) } -> std::same_as<bool>;
    { m.try_lock_until(std::chrono::system_clock::now()) } -> std::same_as<bool>;
    { m.try_lock_until(boot_clock::now()) } -> std::same_as<bool>;
};
template <class T>
concept move_only = std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
                    !std::is_copy_constructible_v<T> &&
                    !std::is_copy_assignable_v<T> && std::is_nothrow_destructible_v<T>;

static_assert(timed_lockable<mutex> && timed_lockable<recursive_mutex>);
static_assert(move_only<mutex> && move_only<recursive_mutex> && move_only<hold> && move_only<client>);
static_assert(std::is_nothrow_default_constructible_v<hold>);

TEST_F(Sync, ScopedLock) {
    auto m = locks.mutex("n");
    {
        const std::scoped_lock guard{m};
        EXPECT_TRUE(m.valid());
        EXPECT_NE(m.fence(), 0U);
        EXPECT_FALSE(elsewhere.mutex("n").try_acquire());
    }
    EXPECT_TRUE(is_free("n"));
    EXPECT_EQ(m.fence(), 0U);
    EXPECT_FALSE(m.valid());
}

TEST_F(Sync, UniqueLockDeferredAndTimed) {
    auto m = locks.mutex("n");
    std::unique_lock deferred{m, std::defer_lock};
    EXPECT_TRUE(is_free("n"));
    EXPECT_TRUE(deferred.try_lock());
    auto other = elsewhere.mutex("n");
    std::unique_lock timed{other, 5ms};
    EXPECT_FALSE(timed.owns_lock());
    deferred.unlock();
    EXPECT_TRUE(timed.try_lock_for(20s));
    EXPECT_FALSE(deferred.try_lock_until(std::chrono::steady_clock::now() + 1ms));
}

TEST_F(Sync, LockOfTwoInOppositeOrdersDoesNotDeadlock) {
    auto a1 = locks.mutex("a");
    auto b1 = locks.mutex("b");
    auto a2 = elsewhere.mutex("a");
    auto b2 = elsewhere.mutex("b");
    int count = 0;
    std::thread other{[&] {
        for (int i = 0; i < 50; ++i) {
            std::lock(b2, a2);
            const std::scoped_lock guard{std::adopt_lock, a2, b2};
            ++count;
        }
    }};
    for (int i = 0; i < 50; ++i) {
        const std::scoped_lock guard{a1, b1};
        ++count;
    }
    other.join();
    EXPECT_EQ(count, 100);
}

TEST_F(Sync, ConditionVariableAny) {
    auto m = locks.mutex("n");
    std::condition_variable_any changed;
    bool ready = false;
    std::thread other{[&] {
        const std::scoped_lock guard{m};
        ready = true;
        changed.notify_one();
    }};
    std::unique_lock lock{m};
    changed.wait(lock, [&] { return ready; });
    EXPECT_TRUE(m.valid());
    lock.unlock();
    other.join();
}

TEST_F(Sync, ThreadsThatShareOneObjectExcludeEachOther) {
    auto m = locks.mutex("n");
    int count = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                const std::scoped_lock guard{m};
                ++count;
            }
        });
    }
    for (auto& each : threads) each.join();
    EXPECT_EQ(count, 2000);
}

TEST_F(Sync, AbsurdTimesAreCut) {
    auto m = locks.mutex("n");
    EXPECT_TRUE(m.try_lock_for(std::chrono::hours::max()));
    auto other = elsewhere.mutex("n");
    EXPECT_FALSE(other.try_lock_for(std::chrono::hours::min()));
    EXPECT_FALSE(other.try_lock_for(-1ns));
    EXPECT_FALSE(other.try_lock_until(std::chrono::steady_clock::time_point::min()));
    EXPECT_FALSE(other.try_lock_until(std::chrono::system_clock::time_point{}));
    m.unlock();
    EXPECT_TRUE(other.try_lock_until(std::chrono::steady_clock::time_point::max()));
    static_assert(detail::bounded(std::chrono::seconds::max()) > 24h * 365 * 70);
    static_assert(detail::bounded(std::chrono::duration<double>{0.5}) == 500ms);
}

}  // namespace
}  // namespace interlock::test
