// SPDX-License-Identifier: Apache-2.0
// Condition variables: one or all woken, time, stop requests, waiters that die.
#include <interlock/condition.hpp>

#include <atomic>
#include <mutex>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

struct Condition : Sync {
    condition here = locks.condition("n", {.lease = 300ms});
    condition there = elsewhere.condition("n", {.lease = 300ms});
    mutex m = locks.mutex("m");
    mutex m2 = elsewhere.mutex("m");
    std::atomic<int> awake{0};

    /// How many stand in line.
    std::size_t in_line() {
        std::size_t out = 0;
        for (const auto& each : elsewhere.inspect()) out += each.name.starts_with("n:n/") ? 1U : 0U;
        return out;
    }
    bool waiters(std::size_t count) {
        // The last of them unlocks after it has stood in line: until then it may still hold the lock.
        return eventually([&] { return in_line() == count; }) && m2.try_lock_for(patience) &&
               (m2.unlock(), true);
    }
    std::jthread waiter(condition& on, mutex& with) {
        return std::jthread{[&] {
            std::unique_lock guard{with};
            on.wait(guard);
            EXPECT_TRUE(guard.owns_lock());
            ++awake;
        }};
    }
};

TEST_F(Condition, NotifyWithoutWaitersDoesNothing) {
    here.notify_one();
    here.notify_all();
    std::unique_lock guard{m};
    EXPECT_EQ(there.wait_for(guard, 10ms), std::cv_status::timeout) << "not kept for later";
    EXPECT_TRUE(m.valid());
}

TEST_F(Condition, NotifyOneWakesOneEach) {
    const auto first = waiter(here, m);
    ASSERT_TRUE(waiters(1));
    const auto second = waiter(there, m2);
    ASSERT_TRUE(waiters(2));
    locks.condition("n").notify_one();
    EXPECT_TRUE(eventually([&] { return awake == 1; }));
    ASSERT_TRUE(waiters(1));
    EXPECT_EQ(awake, 1);
    there.notify_one();
    EXPECT_TRUE(eventually([&] { return awake == 2; }));
}

TEST_F(Condition, NotifyAllWakesAll) {
    std::vector<std::jthread> all;
    for (int i = 0; i < 4; ++i) all.push_back(waiter(i % 2 == 0 ? here : there, i % 2 == 0 ? m : m2));
    ASSERT_TRUE(waiters(4));
    std::error_code ec;
    here.notify_all(ec);
    EXPECT_FALSE(ec);
    all.clear();
    EXPECT_EQ(awake, 4);
    EXPECT_TRUE(eventually([&] { return elsewhere.inspect().empty(); })) << "nothing is left behind";
}

TEST_F(Condition, WorksWithAnyLock) {
    std::mutex local;
    bool ready = false;
    std::jthread notifier{[&] {
        ASSERT_TRUE(eventually([&] { return in_line() == 1; }));
        {
            const std::lock_guard guard{local};
            ready = true;
        }
        there.notify_one();
    }};
    std::unique_lock guard{local};
    here.wait(guard, [&] { return ready; });
    EXPECT_TRUE(ready);
    EXPECT_TRUE(guard.owns_lock());
}

TEST_F(Condition, TimedWaitsEndWithTheirTimeAndLeaveTheLine) {
    std::unique_lock guard{m};
    EXPECT_EQ(here.wait_for(guard, 0ms), std::cv_status::timeout);
    EXPECT_EQ(here.wait_until(guard, boot_clock::now() + 10ms), std::cv_status::timeout);
    EXPECT_FALSE(here.wait_for(guard, 10ms, [] { return false; }));
    EXPECT_TRUE(here.wait_for(guard, 10ms, [] { return true; }));
    EXPECT_FALSE(here.wait_until(guard, boot_clock::now() + 10ms, [] { return false; }));
    EXPECT_TRUE(guard.owns_lock());
    EXPECT_TRUE(m.valid());
    EXPECT_TRUE(eventually([&] { return in_line() == 0; }));
}

TEST_F(Condition, AStopRequestIsNoError) {
    std::stop_source stop;
    std::jthread stopper{[&] {
        EXPECT_TRUE(eventually([&] { return in_line() == 1; }));
        stop.request_stop();
    }};
    std::unique_lock guard{m};
    EXPECT_FALSE(here.wait(guard, stop.get_token(), [] { return false; }));
    EXPECT_TRUE(guard.owns_lock());
    EXPECT_FALSE(here.wait_for(guard, stop.get_token(), 1h, [] { return false; }));
    EXPECT_TRUE(here.wait_until(guard, stop.get_token(), boot_clock::now() + 1h, [] { return true; }));
}

TEST_F(Condition, AWaiterThatLostItsLeaseWakesUp) {
    const auto first = waiter(here, m);
    ASSERT_TRUE(waiters(1));
    for (const auto& each : elsewhere.inspect()) elsewhere.evict(each.name);
    EXPECT_TRUE(eventually([&] { return awake == 1; })) << "without a notification";
}

TEST_F(Condition, BadInputIsRefused) {
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.condition("")); }), errc::invalid_name);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.condition("n", {.lease = 0ms})); }),
              errc::invalid_option);
}

}  // namespace
}  // namespace interlock::test
