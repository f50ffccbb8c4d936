// SPDX-License-Identifier: Apache-2.0
// Several locks at once, and cycles of those who take one after the other.
#include <interlock/interlock.hpp>

#include <atomic>
#include <barrier>
#include <mutex>
#include <semaphore>
#include <thread>

#include "conformance/suite.hpp"
#include "support/waiting.hpp"

namespace interlock::conformance {
namespace {

using namespace std::chrono_literals;

TEST_P(multi_locks, takes_all_names_or_none) {
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.multi_lock({{"a"}, {"b"}, {"c"}});
    auto held = here.acquire();
    EXPECT_TRUE(held.valid());
    for (const auto* name : {"a", "b", "c"}) {
        EXPECT_GT(held.fence(name), 0U);
        EXPECT_FALSE(second.mutex(name).try_lock()) << name;
    }
    EXPECT_EQ(held.fence("d"), 0U);
    held.release();
    auto one = second.mutex("b").acquire();
    EXPECT_FALSE(here.try_acquire().has_value());
    EXPECT_FALSE(here.try_acquire_for(20ms).has_value());
    EXPECT_TRUE(second.mutex("a").try_acquire_for(test::patience)) << "nothing was left behind";
    EXPECT_TRUE(second.mutex("c").try_acquire_for(test::patience));
    one.release();
    EXPECT_TRUE(here.try_acquire_for(test::patience).has_value());
}

TEST_P(multi_locks, mixes_modes) {
    NEEDS(shared);
    NEEDS(permits);
    interlock::client first{url()};
    interlock::client second{url()};
    const auto held = first.multi_lock({{"w"}, {"r", mode::shared}, {"s", mode::permits, 2, 3}}).acquire();
    EXPECT_FALSE(second.shared_mutex("w").try_lock_shared());
    EXPECT_TRUE(second.shared_mutex("r").try_lock_shared());
    EXPECT_FALSE(second.semaphore("s").permits(2).try_acquire().has_value());
    EXPECT_TRUE(second.semaphore("s").try_acquire().has_value());
}

TEST_P(multi_locks, is_lost_when_one_name_is_lost) {
    NEEDS(evict);
    interlock::client first{url()};
    interlock::client second{url()};
    auto held = first.multi_lock({{"a"}, {"b"}}).acquire();
    std::atomic<bool> told{false};
    held.on_lost([&] { told = true; });
    second.evict("b");
    EXPECT_TRUE(test::eventually([&] { return told.load(); }));
    EXPECT_FALSE(held.valid());
    EXPECT_TRUE(held.lost().stop_requested());
    std::error_code ec;
    held.release(ec);
    EXPECT_EQ(ec, errc::lost);
    EXPECT_TRUE(second.mutex("a").try_acquire_for(test::patience));
}

TEST_P(multi_locks, across_engines_gives_back_what_it_took_if_a_later_one_is_busy) {
    interlock::client first{url()};
    interlock::client other{"memory:multi_lock"};
    std::vector<multi_lock> parts;
    parts.push_back(first.multi_lock({{"a"}, {"b"}}));
    parts.push_back(other.multi_lock({{"m"}}));
    auto both = multi_lock::combine(std::move(parts));
    {
        auto held = both.acquire();
        EXPECT_TRUE(held.valid());
        EXPECT_GT(held.fence("a"), 0U);
        EXPECT_GT(held.fence("m"), 0U);
        EXPECT_FALSE(other.mutex("m").try_lock());
        std::atomic<bool> told{false};
        held.on_lost([&] { told = true; });
        other.evict("m");
        EXPECT_TRUE(test::eventually([&] { return told.load(); }));
        EXPECT_FALSE(held.valid());
    }
    for (const auto& [locks, name] : {std::pair{&first, "b"}, std::pair{&other, "m"}}) {
        const auto obstacle = locks->mutex(name).try_acquire_for(test::patience);
        ASSERT_TRUE(obstacle.has_value());
        EXPECT_FALSE(both.try_acquire().has_value());
        EXPECT_TRUE(first.mutex("a").try_acquire_for(test::patience)) << "while " << name << " is busy";
    }
    EXPECT_TRUE(both.try_lock_for(test::patience));
    both.unlock();
}

TEST_P(multi_locks, the_least_patient_part_decides_how_long_to_wait) {
    interlock::client first{url()};
    interlock::client other{"memory:multi_lock"};
    const auto obstacle = interlock::client{url()}.mutex("a").acquire();
    for (const bool first_is_hasty : {true, false}) {
        std::vector<multi_lock> parts;
        parts.push_back(
            first.multi_lock({{"a"}}, {.wait = first_is_hasty ? std::optional{20ms} : std::nullopt}));
        parts.push_back(
            other.multi_lock({{"m"}}, {.wait = first_is_hasty ? std::nullopt : std::optional{20ms}}));
        std::error_code ec;
        EXPECT_FALSE(multi_lock::combine(std::move(parts)).acquire(ec));
        EXPECT_EQ(ec, errc::timed_out);
    }
}

TEST_P(multi_locks, follow_a_resize_once_they_agreed_on_the_limit) {
    NEEDS(permits);
    NEEDS(resize);
    interlock::client first{url()};
    auto lock = first.multi_lock({{"s", mode::permits, 1, 3}, {"x"}});
    lock.acquire().release();
    first.semaphore("s").resize(5);
    EXPECT_TRUE(lock.try_acquire_for(test::patience).has_value());
}

TEST_P(multi_locks, an_action_on_loss_may_end_the_hold) {
    NEEDS(evict);
    interlock::client first{url()};
    interlock::client other{"memory:multi_lock"};
    std::vector<multi_lock> parts;
    parts.push_back(first.multi_lock({{"a"}}));
    parts.push_back(other.multi_lock({{"m"}}));
    auto held = multi_lock::combine(std::move(parts)).acquire();
    std::binary_semaphore ended{0};
    held.on_lost([&] {
        held = {};
        ended.release();
    });
    first.evict("a");
    EXPECT_TRUE(ended.try_acquire_for(test::patience));
    EXPECT_TRUE(other.mutex("m").try_acquire_for(test::patience)) << "the rest of it was given back";
}

TEST_P(multi_locks, a_thread_unlocks_what_it_locked_itself) {
    NEEDS(shared);
    interlock::client first{url()};
    auto both = first.multi_lock({{"a", mode::shared}, {"b", mode::shared}});
    both.lock();
    const auto mine = first.inspect("a").front().id;
    std::jthread{[&] {
        both.lock();
        both.unlock();
    }}.join();
    ASSERT_TRUE(test::eventually([&] { return first.inspect("a").size() == 1; }));
    EXPECT_EQ(first.inspect("a").front().id, mine);
    both.unlock();
}

TEST_P(multi_locks, refuses_a_name_that_comes_twice_and_none_at_all) {
    interlock::client first{url()};
    const auto refused = [&](std::vector<lock_request> wanted) {
        try {
            static_cast<void>(first.multi_lock(std::move(wanted)));
        } catch (const error& why) {
            return why.code() == errc::invalid_option;
        }
        return false;
    };
    EXPECT_TRUE(refused({{"a"}, {"b"}, {"a"}}));
    EXPECT_TRUE(refused({}));
}

TEST_P(multi_locks, takes_more_names_than_a_claim_holds) {
    interlock::client first{url()};
    interlock::client second{url()};
    std::vector<lock_request> wanted;
    for (int i = 0; i < 100; ++i) wanted.push_back({"n" + std::to_string(i)});
    auto lock = first.multi_lock(wanted);
    auto held = lock.acquire();
    EXPECT_TRUE(held.valid());
    EXPECT_FALSE(second.mutex("n99").try_lock());
    EXPECT_GT(held.fence("n42"), 0U);
    held.release();
    EXPECT_TRUE(second.multi_lock(wanted).try_acquire_for(test::patience).has_value());
}

TEST_P(multi_locks, that_take_names_in_any_order_never_wait_in_a_circle) {
    std::vector<std::jthread> all;
    std::atomic<int> done{0};
    for (unsigned i = 0; i < 4; ++i) {
        all.emplace_back([&, i] {
            interlock::client own{url()};
            auto lock = i % 2 == 0 ? own.multi_lock({{"a"}, {"b"}}) : own.multi_lock({{"b"}, {"a"}});
            for (int k = 0; k < 50; ++k) {
                const std::scoped_lock guard{lock};
                ++done;
            }
        });
    }
    all.clear();
    EXPECT_EQ(done, 200);
}

TEST_P(deadlocked_threads, of_two_clients_that_lock_in_opposite_order_one_is_refused_and_the_other_goes_on) {
    NEEDS(deadlock);
    std::barrier both_hold{2};
    std::atomic<int> refused{0};
    std::atomic<int> through{0};
    const auto work = [&](const char* one, const char* other) {
        interlock::client own{url()};
        auto first = own.mutex(one).acquire();
        both_hold.arrive_and_wait();
        try {
            const auto second = own.mutex(other).acquire();
            ++through;
        } catch (const error& why) {
            EXPECT_EQ(why.code(), errc::deadlock);
            EXPECT_NE(std::string{why.what()}.find("'A'"), std::string::npos) << why.what();
            EXPECT_NE(std::string{why.what()}.find("'B'"), std::string::npos) << why.what();
            ++refused;
        }
    };
    {
        std::jthread a{work, "A", "B"};
        std::jthread b{work, "B", "A"};
    }
    EXPECT_EQ(refused, 1);
    EXPECT_EQ(through, 1);
}

TEST_P(deadlocked_threads, among_threads_of_one_client_are_seen_too) {
    NEEDS(deadlock);
    interlock::client own{url()};
    std::barrier both_hold{2};
    std::atomic<int> refused{0};
    const auto work = [&](const char* one, const char* other) {
        const auto first = own.mutex(one).acquire();
        both_hold.arrive_and_wait();
        std::error_code ec;
        const auto second = own.mutex(other).acquire(ec);
        if (ec == errc::deadlock) ++refused;
    };
    {
        std::jthread a{work, "A", "B"};
        std::jthread b{work, "B", "A"};
    }
    EXPECT_EQ(refused, 1);
}

TEST_P(deadlocked_threads, a_thread_that_locks_twice_is_refused_but_a_timed_wait_is_not) {
    NEEDS(deadlock);
    interlock::client own{url()};
    auto lock = own.mutex("A");
    const std::scoped_lock guard{lock};
    std::error_code ec;
    EXPECT_FALSE(lock.acquire(ec));
    EXPECT_EQ(ec, errc::deadlock);
    EXPECT_FALSE(lock.try_acquire_for(20ms, ec).has_value());
    EXPECT_FALSE(ec) << "it ended by itself";
}

TEST_P(deadlocked_threads, a_released_lock_closes_no_cycle) {
    NEEDS(deadlock);
    interlock::client first{url()};
    interlock::client second{url()};
    auto a = first.mutex("A").acquire();
    auto b = second.mutex("B").acquire();
    a.release();
    std::atomic<bool> got{false};
    std::jthread waiting{[&] {
        const auto held = first.mutex("B").acquire();
        got = true;
    }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("B").size() == 2; }));
    EXPECT_TRUE(second.mutex("A").try_acquire_for(test::patience).has_value());
    b.release();
    EXPECT_TRUE(test::eventually([&] { return got.load(); }));
}

TEST_P(deadlocked_threads, can_be_left_to_form_and_be_seen) {
    NEEDS(deadlock);
    interlock::client own{url()};
    std::barrier both_hold{2};
    const lock_options let_be{.wait = 10s, .detect_deadlock = false};
    std::stop_source stop;
    const auto work = [&](const char* one, const char* other) {
        const auto first = own.mutex(one, let_be).acquire();
        both_hold.arrive_and_wait();
        std::error_code ec;
        const auto second = own.mutex(other, let_be).acquire(ec, stop.get_token());
        EXPECT_EQ(ec, errc::canceled);
    };
    std::jthread a{work, "A", "B"};
    std::jthread b{work, "B", "A"};
    std::vector<std::vector<claim_info>> cycles;
    EXPECT_TRUE(test::eventually([&] { return (cycles = find_deadlocks(own.inspect())).size() == 1; }));
    for (const auto& cycle : cycles) EXPECT_GE(cycle.size(), 2U);
    stop.request_stop();
}

}  // namespace
}  // namespace interlock::conformance
