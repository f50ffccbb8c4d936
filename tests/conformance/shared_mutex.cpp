// SPDX-License-Identifier: Apache-2.0
// Readers and a writer on every engine: two clients stand for two processes.
#include <interlock/interlock.hpp>

#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>

#include "conformance/suite.hpp"
#include "support/history.hpp"
#include "support/waiting.hpp"

namespace interlock::conformance {
namespace {

using namespace std::chrono_literals;

TEST_P(shared_mutexes, readers_of_two_clients_go_together_and_exclude_writers) {
    NEEDS(shared);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m");
    auto there = second.shared_mutex("m");
    std::shared_lock reading{here};
    std::shared_lock beside{there, std::try_to_lock};
    EXPECT_TRUE(beside.owns_lock());
    EXPECT_FALSE(there.try_lock());
    reading.unlock();
    beside.unlock();
    EXPECT_TRUE(there.try_lock_for(test::patience));
    EXPECT_FALSE(here.try_lock_shared());
    EXPECT_FALSE(here.try_lock_shared_for(20ms));
    there.unlock();
    EXPECT_TRUE(here.try_lock_shared_for(test::patience));
    here.unlock_shared();
}

TEST_P(shared_mutexes, exclude_a_mutex_of_the_same_name) {
    NEEDS(shared);
    interlock::client first{url()};
    auto reading = first.shared_mutex("m").shared().acquire();
    EXPECT_FALSE(first.mutex("m").try_lock());
    reading.release();
    EXPECT_TRUE(first.mutex("m").try_acquire_for(test::patience));
}

TEST_P(shared_mutexes, a_reader_does_not_overtake_a_waiting_writer) {
    NEEDS(shared);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m");
    auto there = second.shared_mutex("m");
    auto reading = here.shared().acquire();
    std::jthread writer{[&] { const std::scoped_lock writing{there}; }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("m").size() == 2; }));
    EXPECT_FALSE(first.shared_mutex("m").try_lock_shared());
    reading.release();
    writer.join();
    EXPECT_TRUE(here.try_lock_shared_for(test::patience));
    here.unlock_shared();
}

TEST_P(shared_mutexes, a_dead_reader_delays_a_writer_for_its_own_lease_only) {
    NEEDS(shared);
    interlock::client first{url()};
    interlock::client second{url()};
    auto brief =
        first.shared_mutex("m", {.lease = short_lease(), .renew = renewal::never}).shared().acquire();
    auto steady = second.shared_mutex("m", {.lease = short_lease()}).shared().acquire();
    EXPECT_FALSE(second.mutex("m").try_acquire_for(3 * short_lease()).has_value());
    EXPECT_FALSE(brief.valid());
    EXPECT_TRUE(steady.valid()) << "another reader's end does not shorten it";
    steady.release();
    EXPECT_TRUE(second.mutex("m").try_acquire_for(test::patience).has_value());
}

TEST_P(shared_mutexes, a_downgrade_lets_waiting_readers_in_and_keeps_writers_out) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m");
    here.lock();
    const auto fence = here.fence();
    std::atomic<bool> entered{false};
    std::binary_semaphore leave{0};
    std::jthread reader{[&] {
        auto there = second.shared_mutex("m");
        const auto held = there.shared().acquire();
        entered = true;
        leave.acquire();
    }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("m").size() == 2; }));
    here.downgrade();
    EXPECT_TRUE(test::eventually([&] { return entered.load(); }));
    EXPECT_FALSE(second.mutex("m").try_lock());
    EXPECT_EQ(here.fence(), 0U) << "it writes no more";
    here.unlock_shared();
    leave.release();
    reader.join();
    EXPECT_GT(second.mutex("m").acquire().fence(), fence);
}

TEST_P(shared_mutexes, an_upgrade_is_at_once_for_the_only_reader_and_busy_beside_others) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m").shared().acquire();
    auto there = second.shared_mutex("m").shared().acquire();
    const auto before = here.fence();
    EXPECT_FALSE(here.try_upgrade());
    EXPECT_FALSE(here.try_upgrade_for(20ms));
    EXPECT_EQ(here.mode(), mode::shared);
    EXPECT_TRUE(here.valid());
    const auto other = there.fence();
    there.release();
    EXPECT_TRUE(here.try_upgrade());
    EXPECT_EQ(here.mode(), mode::exclusive);
    EXPECT_GT(here.fence(), std::max(before, other));
    EXPECT_FALSE(second.shared_mutex("m").try_lock_shared());
    here.downgrade();
    EXPECT_TRUE(second.shared_mutex("m").try_lock_shared());
}

TEST_P(shared_mutexes, of_two_readers_that_both_want_to_write_one_is_refused_at_once) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m").shared().acquire();
    auto there = second.shared_mutex("m").shared().acquire();
    std::jthread upgrading{[&] { here.upgrade(); }};
    ASSERT_TRUE(test::eventually([&] {
        const auto claims = first.inspect("m");
        return std::any_of(claims.begin(), claims.end(), [](const auto& c) { return c.upgrading; });
    }));
    try {
        there.upgrade();
        FAIL() << "both would wait for each other";
    } catch (const error& why) {
        EXPECT_EQ(why.code(), errc::deadlock);
    }
    EXPECT_FALSE(there.try_upgrade());
    EXPECT_EQ(there.mode(), mode::shared);
    there.release();
    upgrading.join();
    EXPECT_EQ(here.mode(), mode::exclusive);
}

TEST_P(shared_mutexes, an_upgradeable_reader_goes_with_readers_and_then_writes) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m");
    auto there = second.shared_mutex("m");
    auto maybe = here.upgradeable().acquire();
    EXPECT_EQ(maybe.mode(), mode::upgradeable);
    EXPECT_FALSE(there.upgradeable().try_acquire().has_value());
    auto reading = there.shared().acquire();
    std::jthread upgrading{[&] { maybe.upgrade(); }};
    ASSERT_TRUE(test::eventually([&] { return !there.try_lock_shared() || (there.unlock_shared(), false); }))
        << "nobody new enters while it waits";
    reading.release();
    upgrading.join();
    EXPECT_EQ(maybe.mode(), mode::exclusive);
}

TEST_P(shared_mutexes, a_cancelled_upgrade_leaves_the_reader_as_it_was) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m").upgradeable().acquire();
    const auto there = second.shared_mutex("m").shared().acquire();
    std::stop_source stop;
    std::jthread canceller{[&] { stop.request_stop(); }};
    try {
        here.upgrade(stop.get_token());
        FAIL() << "another reader is there";
    } catch (const error& why) {
        EXPECT_EQ(why.code(), errc::canceled);
    }
    EXPECT_EQ(here.mode(), mode::upgradeable);
    EXPECT_TRUE(here.valid());
    EXPECT_TRUE(test::eventually([&] { return second.shared_mutex("m").try_lock_shared(); }))
        << "others may enter again";
}

TEST_P(shared_mutexes, a_hold_of_another_kind_is_not_converted) {
    interlock::client first{url()};
    auto held = first.mutex("m").acquire();
    std::error_code ec;
    held.downgrade(ec);
    EXPECT_EQ(ec, errc::invalid_option);
    EXPECT_TRUE(held.valid());
}

TEST_P(shared_mutexes, an_upgrade_that_may_not_wait_says_so_when_others_read) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.shared_mutex("m", {.wait = 0ms}).shared().acquire();
    const auto there = second.shared_mutex("m").shared().acquire();
    std::error_code ec;
    here.upgrade(ec);
    EXPECT_EQ(ec, errc::timed_out);
    EXPECT_EQ(here.mode(), mode::shared);
}

TEST_P(shared_mutexes, what_is_not_locked_is_not_converted_and_nothing_is_left_behind) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    auto here = first.shared_mutex("m");
    EXPECT_THROW(here.downgrade(), error);
    EXPECT_THROW(static_cast<void>(here.try_upgrade()), error);
    here.lock();
    EXPECT_GT(here.fence(), 0U) << "the failed calls kept no empty hold";
    here.unlock();
    EXPECT_TRUE(first.mutex("m").try_acquire_for(test::patience));
}

TEST_P(shared_mutexes, a_recursive_writer_may_read_and_reads_on) {
    NEEDS(upgradeable);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.recursive_shared_mutex("m");
    here.lock();
    here.lock();
    here.lock_shared();
    here.unlock();
    here.unlock();
    EXPECT_TRUE(test::eventually([&] { return second.shared_mutex("m").try_lock_shared(); }))
        << "it only reads now";
    EXPECT_FALSE(second.mutex("m").try_lock());
    std::error_code ec;
    here.lock(ec);
    EXPECT_EQ(ec, errc::deadlock) << "it would wait for itself";
    here.unlock_shared();
    EXPECT_TRUE(second.mutex("m").try_acquire_for(test::patience));
}

TEST_P(shared_mutexes, histories_of_many_readers_and_writers_have_no_overlap) {
    NEEDS(upgradeable);
    test::history seen;
    int counter = 0;
    std::atomic<int> written{0};
    {
        std::vector<std::jthread> all;
        for (unsigned i = 0; i < 6; ++i) {
            all.emplace_back([&, i] {
                interlock::client own{url()};
                auto lock = own.shared_mutex("m");
                for (unsigned k = 0; k < 60; ++k) {
                    const bool writes = (i + k) % 3 == 0;
                    auto held = writes ? lock.acquire() : lock.shared().acquire();
                    test::held record{held.fence(), boot_clock::now(), {}, held.mode()};
                    if (writes) ++counter, ++written;
                    record.ended = boot_clock::now();
                    seen.add(record);
                    if (writes && k % 2 == 0) held.downgrade();
                }
            });
        }
    }
    EXPECT_EQ(seen.fault(), "");
    EXPECT_EQ(counter, written);
}

}  // namespace
}  // namespace interlock::conformance
