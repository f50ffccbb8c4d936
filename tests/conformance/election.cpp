// SPDX-License-Identifier: Apache-2.0
// Elections on every engine: two clients stand for two processes.
#include <interlock/interlock.hpp>

#include <atomic>
#include <semaphore>
#include <thread>

#include "conformance/suite.hpp"
#include "support/history.hpp"
#include "support/waiting.hpp"

namespace interlock::conformance {
namespace {

using namespace std::chrono_literals;

TEST_P(elections, the_first_candidate_leads_and_everyone_sees_who_it_is) {
    NEEDS(cells);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.election("e", {.label = "one"});
    auto there = second.election("e");
    EXPECT_FALSE(there.leader().has_value());
    auto me = here.campaign("10.0.0.1");
    const auto seen = there.leader();
    ASSERT_TRUE(seen.has_value());
    EXPECT_EQ(seen->who.note, "one");
    EXPECT_EQ(seen->value, "10.0.0.1");
    EXPECT_EQ(seen->term, me.term());
    EXPECT_FALSE(there.try_campaign_for(20ms));
    me.proclaim("10.0.0.2\nand more");
    EXPECT_EQ(there.leader()->value, "10.0.0.2\nand more");
    me.resign();
    EXPECT_FALSE(there.leader().has_value());
}

TEST_P(elections, the_next_candidate_leads_with_a_greater_term) {
    NEEDS(cells);
    interlock::client first{url()};
    interlock::client second{url()};
    auto me = first.election("e").campaign("one");
    const auto term = me.term();
    std::atomic<std::uint64_t> next{0};
    std::jthread other{[&] { next = second.election("e").campaign("two").term(); }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("e").size() == 2; }));
    me.resign();
    other.join();
    EXPECT_GT(next, term);
}

TEST_P(elections, an_observer_hears_of_new_leaders_and_new_values) {
    NEEDS(watch);
    interlock::client first{url()};
    interlock::client second{url()};
    auto there = second.election("e");
    EXPECT_FALSE(there.observe_for(20ms).has_value()) << "nobody leads";
    auto me = first.election("e").campaign("a");
    const auto one = there.observe();
    EXPECT_EQ(one.value, "a");
    EXPECT_FALSE(there.observe_for(20ms, one).has_value()) << "no news";
    std::jthread speaker{[&] { me.proclaim("b"); }};
    const auto two = there.observe(one);
    EXPECT_EQ(two.value, "b");
    EXPECT_EQ(two.term, one.term);
    speaker.join();
    me.resign();
    EXPECT_FALSE(there.observe_for(20ms).has_value()) << "who has resigned is not the leader";
    const auto again = first.election("e").campaign("c");
    const auto three = there.observe(two);
    EXPECT_EQ(three.value, "c");
    EXPECT_GT(three.term, two.term);
}

TEST_P(elections, a_deposed_leader_is_told_and_cannot_proclaim_any_more) {
    NEEDS(evict);
    interlock::client first{url()};
    interlock::client second{url()};
    auto old = first.election("e").campaign("old");
    std::binary_semaphore told{0};
    const std::stop_callback on_loss{old.lost(), [&] { told.release(); }};
    second.evict("e");
    EXPECT_TRUE(told.try_acquire_for(test::patience));
    EXPECT_FALSE(old.valid());
    const auto now = second.election("e").campaign("new");
    try {
        old.proclaim("old again");
        FAIL() << "an older term must be refused";
    } catch (const error& why) {
        EXPECT_EQ(why.code(), errc::stale);
    }
    EXPECT_EQ(first.election("e").leader()->value, "new");
}

TEST_P(elections, work_runs_while_leading_and_stops_on_loss) {
    NEEDS(evict);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.election("e");
    std::jthread operator_{[&] {
        static_cast<void>(second.election("e").observe());
        second.evict("e");
    }};
    const bool led = here.lead([](leadership& me, const std::stop_token& stop) {
        EXPECT_TRUE(me);
        std::binary_semaphore told{0};
        const std::stop_callback wake{stop, [&] { told.release(); }};
        EXPECT_TRUE(told.try_acquire_for(test::patience));
    });
    EXPECT_FALSE(led);
    operator_.join();
    EXPECT_TRUE(here.lead([](leadership&, const std::stop_token&) {}));
    EXPECT_FALSE(here.leader().has_value()) << "it has resigned";
}

TEST_P(elections, a_stop_request_ends_a_campaign_and_the_work) {
    NEEDS(cells);
    interlock::client first{url()};
    interlock::client second{url()};
    auto me = first.election("e").campaign();
    std::stop_source stop;
    std::jthread canceller{[&] {
        static_cast<void>(test::eventually([&] { return first.inspect("e").size() == 2; }));
        stop.request_stop();
    }};
    try {
        static_cast<void>(second.election("e").campaign({}, stop.get_token()));
        FAIL() << "another leads";
    } catch (const error& why) {
        EXPECT_EQ(why.code(), errc::canceled);
    }
    me.resign();
    std::stop_source end;
    EXPECT_TRUE(second.election("e").lead(
        [&](leadership&, const std::stop_token& asked) {
            end.request_stop();
            EXPECT_TRUE(asked.stop_requested());
        },
        end.get_token()));
}

TEST_P(elections, never_have_two_valid_leaders) {
    NEEDS(cells);
    test::history terms;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                auto candidate = own.election("e", {.lease = 10s});
                for (int k = 0; k < 25; ++k) {
                    auto me = candidate.campaign("x");
                    test::held record{me.term(), boot_clock::now(), {}};
                    EXPECT_TRUE(me.valid());
                    record.ended = boot_clock::now();
                    terms.add(record);
                }
            });
        }
    }
    EXPECT_EQ(terms.fault(), "");
    EXPECT_EQ(terms.size(), 100U);
}

}  // namespace
}  // namespace interlock::conformance
