// SPDX-License-Identifier: Apache-2.0
// The objects on every engine: two clients stand for two processes.
#include <interlock/interlock.hpp>

#include <atomic>
#include <mutex>
#include <semaphore>
#include <thread>

#include "conformance/suite.hpp"
#include "support/waiting.hpp"

namespace interlock::conformance {
namespace {

using namespace std::chrono_literals;

TEST_P(mutexes, one_client_at_a_time_has_the_lock) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.mutex("m");
    auto there = second.mutex("m");
    {
        const std::scoped_lock guard{here};
        EXPECT_FALSE(there.try_lock());
        EXPECT_FALSE(there.try_lock_for(30ms));
    }
    EXPECT_TRUE(there.try_lock_for(test::patience));
    there.unlock();
}

TEST_P(mutexes, a_waiting_client_gets_it_when_the_other_unlocks) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.mutex("m");
    here.lock();
    const auto before = here.fence();
    std::atomic<std::uint64_t> after{0};
    std::jthread waiting{[&] {
        auto there = second.mutex("m");
        const auto hold = there.acquire();
        after = hold.fence();
    }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("m").size() == 2; }));
    here.unlock();
    waiting.join();
    EXPECT_GT(after, before);
}

TEST_P(mutexes, a_cancelled_wait_leaves_nothing_in_line) {
    interlock::client first{url()};
    interlock::client second{url()};
    const auto hold = first.mutex("m").acquire();
    std::stop_source stop;
    std::error_code ec;
    std::jthread waiting{[&] {
        auto there = second.mutex("m");
        EXPECT_FALSE(there.acquire(ec, stop.get_token()));
    }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("m").size() == 2; }));
    stop.request_stop();
    waiting.join();
    EXPECT_EQ(ec, errc::canceled);
    EXPECT_TRUE(test::eventually([&] { return first.inspect("m").size() == 1; }));
}

TEST_P(mutexes, renewal_keeps_a_hold_for_longer_than_its_lease) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.mutex("m", {.lease = short_lease()});
    auto there = second.mutex("m");
    const auto hold = here.acquire();
    EXPECT_FALSE(there.try_acquire_for(4 * short_lease()).has_value());
    EXPECT_TRUE(hold.valid());
}

TEST_P(mutexes, without_renewal_a_hold_ends_with_its_lease_and_says_so) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.mutex("m", {.lease = short_lease(), .renew = renewal::never});
    auto hold = here.acquire();
    std::binary_semaphore told{0};
    hold.on_lost([&] { told.release(); });
    auto there = second.mutex("m");
    const auto next = there.try_acquire_for(test::patience);
    ASSERT_TRUE(next.has_value());
    EXPECT_FALSE(hold.valid());
    EXPECT_TRUE(told.try_acquire_for(test::patience));
    EXPECT_GT(next->fence(), hold.fence());
    std::error_code ec;
    hold.release(ec);
    EXPECT_EQ(ec, errc::lost);
    EXPECT_TRUE(next->valid());
}

TEST_P(mutexes, an_evicted_holder_is_told_and_the_next_one_served) {
    if (!can().evict) GTEST_SKIP() << "capability evict";
    interlock::client first{url()};
    interlock::client second{url()};
    auto hold = first.mutex("m").acquire();
    std::binary_semaphore told{0};
    hold.on_lost([&] { told.release(); });
    second.evict("m");
    EXPECT_TRUE(told.try_acquire_for(test::patience));
    EXPECT_FALSE(hold.valid());
    EXPECT_TRUE(second.mutex("m").try_acquire_for(test::patience).has_value());
}

TEST_P(mutexes, a_minimum_hold_outlasts_an_early_release) {
    interlock::client first{url()};
    interlock::client second{url()};
    first.mutex("m", {.lease = 10s, .min_hold = short_lease()}).acquire().release();
    auto there = second.mutex("m");
    EXPECT_FALSE(there.try_acquire().has_value());
    EXPECT_TRUE(there.try_acquire_for(test::patience).has_value());
}

TEST_P(mutexes, a_maximum_hold_ends_it) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto hold = first.mutex("m", {.lease = 10s, .max_hold = short_lease()}).acquire();
    EXPECT_TRUE(second.mutex("m").try_acquire_for(test::patience).has_value());
    EXPECT_FALSE(hold.valid());
}

TEST_P(mutexes, a_lingering_lock_goes_to_another_client_that_asks) {
    if (!can().contention) GTEST_SKIP() << "capability contention";
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.mutex("m", {.lease = 20s, .linger = 20s});
    const auto early = here.acquire().fence();
    const auto again = here.acquire().fence();
    EXPECT_EQ(again, early + 1) << "taken again without asking the engine";
    EXPECT_TRUE(second.mutex("m").try_acquire_for(test::patience).has_value());
}

TEST_P(mutexes, local_hand_overs_are_bounded_while_another_client_waits) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.mutex("m", {.local_handovers = 3});
    std::atomic<bool> stop{false};
    std::vector<std::jthread> busy;
    for (int i = 0; i < 3; ++i) {
        busy.emplace_back([&] {
            while (!stop) const std::scoped_lock guard{here};
        });
    }
    auto there = second.mutex("m");
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(there.try_acquire_for(test::patience).has_value());
    stop = true;
}

TEST_P(mutexes, a_recursive_mutex_is_free_after_its_last_unlock) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto outer = first.recursive_mutex("m");
    auto inner = first.recursive_mutex("m");
    outer.lock();
    inner.lock();
    EXPECT_EQ(outer.fence(), inner.fence());
    inner.unlock();
    EXPECT_FALSE(second.mutex("m").try_lock());
    outer.unlock();
    EXPECT_TRUE(second.mutex("m").try_acquire_for(test::patience).has_value());
}

TEST_P(mutexes, threads_of_several_clients_count_exactly) {
    constexpr int clients = 3;
    constexpr int threads = 2;
    constexpr int times = 150;
    int counter = 0;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < clients * threads; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                auto lock = own.mutex("m");
                for (int k = 0; k < times; ++k) {
                    const std::scoped_lock guard{lock};
                    ++counter;
                }
            });
        }
    }
    EXPECT_EQ(counter, clients * threads * times);
}

}  // namespace
}  // namespace interlock::conformance
