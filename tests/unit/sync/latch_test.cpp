// SPDX-License-Identifier: Apache-2.0
// Latches: counting down, waiting, disagreement, reset.
#include <interlock/latch.hpp>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

struct Latch : Sync {
    latch here = locks.latch("n", 3);
    latch there = elsewhere.latch("n", 3);
};

TEST_F(Latch, OpensWhenAllIsCounted) {
    EXPECT_EQ(here.pending(), 3U);
    EXPECT_FALSE(here.try_wait());
    here.count_down();
    there.count_down(2);
    EXPECT_EQ(here.pending(), 0U);
    EXPECT_TRUE(here.try_wait());
    there.wait();
    EXPECT_TRUE(there.wait_for(0s));
    EXPECT_EQ(here.name(), "n");
}

TEST_F(Latch, WhoeverWaitsGoesOnWhenItOpens) {
    std::jthread waiter{[&] { there.wait(); }};
    std::jthread other{[&] { EXPECT_TRUE(locks.latch("n", 3).wait_for(patience)); }};
    here.count_down(2);
    EXPECT_FALSE(there.try_wait());
    here.count_down();
}

TEST_F(Latch, ArriveAndWaitCountsItself) {
    std::vector<std::jthread> all;
    for (int i = 0; i < 3; ++i) all.emplace_back([&, i] { (i == 0 ? here : there).arrive_and_wait(); });
    all.clear();
    EXPECT_EQ(here.pending(), 0U);
}

TEST_F(Latch, CountsNothingBelowZero) {
    here.count_down(2);
    EXPECT_EQ(thrown_by([&] { there.count_down(2); }), errc::invalid_option);
    std::error_code ec;
    there.count_down(2, ec);
    EXPECT_EQ(ec, errc::invalid_option);
    EXPECT_EQ(here.pending(ec), 1U);
    EXPECT_FALSE(ec);
}

TEST_F(Latch, AnotherCountIsRefused) {
    EXPECT_FALSE(here.wait_for(0s)) << "stores the count";
    auto other = elsewhere.latch("n", 4);
    EXPECT_EQ(thrown_by([&] { other.count_down(); }), errc::limit_mismatch);
    EXPECT_EQ(thrown_by([&] { other.wait(); }), errc::limit_mismatch);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(other.pending()); }), errc::limit_mismatch);
    std::error_code ec;
    other.wait(ec);
    EXPECT_EQ(ec, errc::limit_mismatch);
}

TEST_F(Latch, OfZeroIsOpen) {
    auto open = locks.latch("zero", 0);
    EXPECT_TRUE(open.try_wait());
    open.wait();
    EXPECT_EQ(thrown_by([&] { open.count_down(); }), errc::invalid_option);
}

TEST_F(Latch, TimedWaitsEndWithTheirTime) {
    EXPECT_FALSE(here.wait_for(0ms));
    EXPECT_FALSE(here.wait_for(20ms));
    EXPECT_FALSE(here.wait_until(boot_clock::now() + 10ms));
}

TEST_F(Latch, AStopRequestEndsTheWaitButNotTheCount) {
    std::stop_source stop;
    std::jthread stopper{[&] {
        EXPECT_TRUE(eventually([&] { return there.pending() == 2; }));
        stop.request_stop();
    }};
    EXPECT_EQ(thrown_by([&] { here.arrive_and_wait(1, stop.get_token()); }), errc::canceled);
    EXPECT_EQ(there.pending(), 2U);
}

TEST_F(Latch, ResetClosesItWithTheFullCount) {
    here.count_down(3);
    EXPECT_TRUE(there.try_wait());
    here.reset();
    EXPECT_EQ(there.pending(), 3U);
    there.count_down(3);
    here.wait();
}

}  // namespace
}  // namespace interlock::test
