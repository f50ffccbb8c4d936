// SPDX-License-Identifier: Apache-2.0
// Barriers: generations, members that leave, die or are taken out.
#include <interlock/barrier.hpp>

#include <algorithm>

#include "unit/sync/flaky_engine.hpp"
#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

struct Barrier : Sync {
    barrier here = locks.barrier("n", 2);
    barrier there = elsewhere.barrier("n", 2);

    bool one_waits() {
        return eventually([&] { return here.waiting() == 1; });
    }
};

TEST_F(Barrier, LetsAllPassTogetherAgainAndAgain) {
    std::vector<arrival> first;
    std::vector<arrival> second;
    std::jthread other{[&] {
        for (int i = 0; i < 20; ++i) second.push_back(there.arrive_and_wait());
    }};
    for (int i = 0; i < 20; ++i) first.push_back(here.arrive_and_wait());
    other.join();
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_EQ(first[i].generation, i);
        EXPECT_EQ(second[i].generation, i);
        EXPECT_NE(first[i].last, second[i].last) << "exactly one completes it";
    }
    EXPECT_TRUE(eventually([&] { return elsewhere.inspect().empty(); })) << "no claim is left behind";
}

TEST_F(Barrier, OfOnePassesAtOnce) {
    auto alone = locks.barrier("alone", 1);
    EXPECT_EQ(alone.arrive_and_wait(), (arrival{0, true}));
    EXPECT_EQ(alone.arrive_and_wait(), (arrival{1, true}));
}

TEST_F(Barrier, MoreArrivalsThanPartiesFormSeveralGenerations) {
    std::mutex guard;
    std::vector<std::uint64_t> generations;
    std::vector<std::jthread> all;
    for (int i = 0; i < 8; ++i) {
        all.emplace_back([&, i] {
            const auto passed = (i % 2 == 0 ? here : there).arrive_and_wait();
            const std::lock_guard lock{guard};
            generations.push_back(passed.generation);
        });
    }
    all.clear();
    std::sort(generations.begin(), generations.end());
    EXPECT_EQ(generations, (std::vector<std::uint64_t>{0, 0, 1, 1, 2, 2, 3, 3}));
}

TEST_F(Barrier, AnArrivalThatRunsOutOfTimeIsWithdrawn) {
    EXPECT_FALSE(here.arrive_and_wait_for(0ms));
    EXPECT_FALSE(here.arrive_and_wait_for(20ms));
    EXPECT_FALSE(here.arrive_and_wait_until(boot_clock::now() + 10ms));
    EXPECT_EQ(there.waiting(), 0U);
    EXPECT_FALSE(there.arrive_and_wait_for(10ms)) << "the withdrawn ones do not count";
}

TEST_F(Barrier, AStopRequestWithdrawsTheArrival) {
    std::stop_source stop;
    std::jthread stopper{[&] {
        EXPECT_TRUE(one_waits());
        stop.request_stop();
    }};
    std::error_code ec;
    static_cast<void>(here.arrive_and_wait(ec, stop.get_token()));
    EXPECT_EQ(ec, errc::canceled);
    EXPECT_EQ(there.waiting(), 0U);
    EXPECT_EQ(thrown_by([&] { here.arrive_and_wait(stop.get_token()); }), errc::canceled);
}

TEST_F(Barrier, AMemberThatLostItsClaimIsToldAndNotCounted) {
    std::error_code ec;
    std::jthread unlucky{[&] { static_cast<void>(here.arrive_and_wait(ec)); }};
    ASSERT_TRUE(one_waits());
    const auto claims = elsewhere.inspect();
    ASSERT_EQ(claims.size(), 1U);
    elsewhere.evict(claims[0].name);
    unlucky.join();
    EXPECT_EQ(ec, errc::lost);
    EXPECT_FALSE(there.arrive_and_wait_for(10ms));
}

TEST_F(Barrier, AnotherNumberOfPartiesIsRefused) {
    std::jthread first{[&] { here.arrive_and_wait(); }};
    ASSERT_TRUE(one_waits());
    EXPECT_EQ(thrown_by([&] { elsewhere.barrier("n", 3).arrive_and_wait(); }), errc::limit_mismatch);
    there.arrive_and_wait();
}

TEST_F(Barrier, BadNumbersAndNamesAreRefused) {
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.barrier("n", 0)); }), errc::invalid_option);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.barrier("n", 1001)); }), errc::invalid_option);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.barrier("", 2)); }), errc::invalid_name);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.barrier("n", 2, {.lease = 0ms})); }),
              errc::invalid_option);
}

TEST_F(Barrier, TheLongestNameWorks) {
    const std::string longest(510, 'n');
    auto first = locks.barrier(longest, 2);
    auto second = elsewhere.barrier(longest, 2);
    std::jthread other{[&] { second.arrive_and_wait(); }};
    EXPECT_EQ(first.arrive_and_wait().generation, 0U);
}

TEST(FlakyBarrier, LostAnswersDoNotLoseArrivals) {
    flaky line;
    client bad{"flaky:flaky-barrier"};
    client good{"memory:flaky-barrier"};
    auto here = bad.barrier("n", 2);
    auto there = good.barrier("n", 2);
    for (std::uint64_t i = 0; i < 10; ++i) {
        std::jthread other{[&] { EXPECT_EQ(there.arrive_and_wait().generation, i); }};
        flaky::lost_answers = 1;
        EXPECT_EQ(here.arrive_and_wait().generation, i);
        flaky::lost_answers = 0;
    }
}

}  // namespace
}  // namespace interlock::test
