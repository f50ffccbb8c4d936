// SPDX-License-Identifier: Apache-2.0
// Latches on every engine: each client stands for a process.
#include <interlock/latch.hpp>

#include <atomic>
#include <thread>

#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

TEST_P(latches, nobody_goes_on_before_all_have_counted) {
    NEEDS(watch);
    constexpr int workers = 4;
    std::atomic<int> counted{0};
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < workers; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                ++counted;
                own.latch("l", workers).arrive_and_wait();
                EXPECT_EQ(counted, workers);
            });
        }
    }
    interlock::client late{url()};
    EXPECT_TRUE(late.latch("l", workers).try_wait());
}

TEST_P(latches, the_first_decides_the_count) {
    NEEDS(watch);
    interlock::client first{url()};
    interlock::client second{url()};
    first.latch("l", 2).count_down();
    std::error_code ec;
    second.latch("l", 3).count_down(1, ec);
    EXPECT_EQ(ec, errc::limit_mismatch);
    second.latch("l", 2).count_down();
    first.latch("l", 2).wait();
}

TEST_P(latches, a_wait_ends_with_its_time_or_with_a_stop_request) {
    NEEDS(watch);
    interlock::client first{url()};
    auto closed = first.latch("l", 1);
    EXPECT_FALSE(closed.wait_for(20ms));
    std::stop_source stop;
    std::jthread stopper{[&] { stop.request_stop(); }};
    std::error_code ec;
    closed.wait(ec, stop.get_token());
    EXPECT_EQ(ec, errc::canceled);
}

}  // namespace
}  // namespace interlock::conformance
