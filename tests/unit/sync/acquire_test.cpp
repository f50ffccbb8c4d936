// SPDX-License-Identifier: Apache-2.0
// acquire and its timed and error-code forms.
#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, AcquireGivesAHold) {
    auto m = locks.mutex("n");
    const auto h = m.acquire();
    EXPECT_TRUE(h);
    EXPECT_TRUE(h.valid());
    EXPECT_EQ(h.name(), "n");
    EXPECT_EQ(m.name(), "n");
    EXPECT_EQ(m.fence(), 0U) << "the hold is its owner, not the handle";
}

TEST_F(Sync, TryAcquireIsEmptyWhenBusy) {
    const auto h = locks.mutex("n").acquire();
    EXPECT_FALSE(elsewhere.mutex("n").try_acquire());
    EXPECT_FALSE(locks.mutex("n").try_acquire()) << "in the same client, too";
    EXPECT_TRUE(elsewhere.mutex("m").try_acquire()) << "another name is free";
}

TEST_F(Sync, TimedAttemptsEndAfterTheirTimeAndLeaveNoClaim) {
    const auto h = locks.mutex("n").acquire();
    auto m = elsewhere.mutex("n");
    const auto start = boot_clock::now();
    EXPECT_FALSE(m.try_acquire_for(30ms));
    EXPECT_GE(boot_clock::now() - start, 30ms);
    EXPECT_FALSE(m.try_acquire_until(boot_clock::now() + 10ms));
    EXPECT_FALSE(m.try_acquire_for(0s));
    EXPECT_EQ(waiting("n"), 0U);
}

TEST_F(Sync, TimedAttemptsWinWhenTheLockBecomesFree) {
    std::optional<hold> h = locks.mutex("n").acquire();
    std::thread other{[&] {
        EXPECT_TRUE(eventually([&] { return waiting("n") == 1; }));
        h.reset();
    }};
    EXPECT_TRUE(elsewhere.mutex("n").try_acquire_for(20s));
    other.join();
}

TEST_F(Sync, ErrorCodeTwinsClearTheCodeOnSuccessAndOnBusy) {
    auto m = locks.mutex("n");
    auto other = elsewhere.mutex("n");
    const std::error_code stale = errc::protocol;
    auto ec = stale;
    const auto h = m.acquire(ec);
    EXPECT_TRUE(h);
    EXPECT_FALSE(ec);
    EXPECT_FALSE(other.try_acquire(ec = stale));
    EXPECT_FALSE(ec);
    EXPECT_FALSE(other.try_acquire_for(1ms, ec = stale));
    EXPECT_FALSE(ec);
    EXPECT_FALSE(other.try_acquire_until(boot_clock::now(), ec = stale));
    EXPECT_FALSE(ec);
    EXPECT_FALSE(other.try_lock(ec = stale));
    EXPECT_FALSE(ec);
    auto free = locks.mutex("m");
    free.lock(ec = stale);
    EXPECT_FALSE(ec);
    EXPECT_TRUE(free.valid());
}

TEST_F(Sync, TheWaitOptionBoundsLockAndAcquire) {
    const auto h = locks.mutex("n").acquire();
    auto m = elsewhere.mutex("n", {.wait = 10ms});
    EXPECT_EQ(thrown_by([&] { static_cast<void>(m.acquire()); }), errc::timed_out);
    EXPECT_EQ(thrown_by([&] { m.lock(); }), errc::timed_out);
    std::error_code ec;
    EXPECT_FALSE(m.acquire(ec));
    EXPECT_EQ(ec, errc::timed_out);
    m.lock(ec);
    EXPECT_EQ(ec, errc::timed_out);
    EXPECT_FALSE(m.valid());
    EXPECT_FALSE(m.try_acquire_for(1ms)) << "which has its own time, and is just busy";
    auto once = elsewhere.mutex("n", {.wait = 0ms});
    EXPECT_EQ(thrown_by([&] { once.lock(); }), errc::timed_out);
    EXPECT_EQ(waiting("n"), 0U);
}

TEST_F(Sync, TheTimeOutNamesTheLockAndTheOption) {
    const auto h = locks.mutex("orders").acquire();
    try {
        elsewhere.mutex("orders", {.wait = 5ms}).lock();
        FAIL();
    } catch (const error& e) {
        EXPECT_NE(std::string{e.what()}.find("'orders'"), std::string::npos) << e.what();
        EXPECT_NE(std::string{e.what()}.find("lock_options::wait"), std::string::npos) << e.what();
    }
}

TEST_F(Sync, AGrantAtTheLastMomentIsNotLost) {
    // Release and time-out meet again and again; whatever is first, nothing may be left behind.
    auto m = locks.mutex("n", {.lease = 10s});
    auto other = elsewhere.mutex("n", {.lease = 10s});
    int won = 0;
    for (int i = 0; i < 200; ++i) {
        std::optional<hold> h = m.acquire();
        std::thread releaser{[&] {
            const auto until = boot_clock::now() + std::chrono::microseconds{800 + i * 2};
            while (boot_clock::now() < until) {
            }
            h.reset();
        }};
        if (const auto got = other.try_acquire_for(1ms)) ++won;
        releaser.join();
        auto again = m.try_acquire_for(5s);
        ASSERT_TRUE(again) << "a grant was forgotten at the engine after " << won << " wins in " << i;
    }
    EXPECT_TRUE(eventually([&] { return is_free("n"); }));
}

TEST_F(Sync, WaitersInOneClientAreServedInTheirOrder) {
    std::optional<hold> h = locks.mutex("n").acquire();
    std::vector<int> order;
    std::vector<std::thread> threads;
    std::atomic<int> in_line{0};
    client watching{url,
                    {.on_event = [&](const event& e) { in_line += e.kind == event_kind::waiting ? 1 : 0; }}};
    auto m = watching.mutex("n");
    for (int i = 0; i < 5; ++i) {
        threads.emplace_back([&, i] {
            const auto mine = m.acquire();
            order.push_back(i);
        });
        ASSERT_TRUE(eventually([&] { return in_line == i + 1; }));
    }
    h.reset();
    for (auto& each : threads) each.join();
    EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace interlock::test
