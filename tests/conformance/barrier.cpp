// SPDX-License-Identifier: Apache-2.0
// Barriers on every engine: each client stands for a process.
#include <interlock/barrier.hpp>

#include <array>
#include <atomic>
#include <thread>

#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

TEST_P(barriers, generations_are_never_mixed) {
    NEEDS(watch);
    NEEDS(inspect);
    constexpr int parties = 4;
    constexpr std::size_t rounds = 12;
    std::array<std::atomic<int>, rounds> arrived{};
    std::array<std::atomic<int>, rounds> last{};
    {
        std::deque<interlock::client> clients;
        std::vector<std::jthread> all;
        for (int i = 0; i < parties; ++i) {
            auto& own = i % 2 == 0 ? clients.emplace_back(url()) : clients.back();
            all.emplace_back([&] {
                auto meeting = own.barrier("b", parties);
                for (std::size_t round = 0; round < rounds; ++round) {
                    ++arrived[round];
                    const auto passed = meeting.arrive_and_wait();
                    EXPECT_EQ(passed.generation, round);
                    EXPECT_EQ(arrived[round], parties) << "passed before all were there";
                    if (passed.last) ++last[round];
                }
            });
        }
        all.clear();
    }
    for (const auto& each : last) EXPECT_EQ(each, 1);
}

TEST_P(barriers, more_arrivals_than_parties_pass_in_full_generations) {
    NEEDS(watch);
    NEEDS(inspect);
    constexpr std::uint32_t parties = 3;
    std::array<std::atomic<std::uint32_t>, 4> passed{};
    {
        std::vector<std::jthread> all;
        for (std::uint32_t i = 0; i < parties * passed.size(); ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                ++passed.at(own.barrier("b", parties).arrive_and_wait().generation);
            });
        }
    }
    for (const auto& each : passed) EXPECT_EQ(each, parties);
}

TEST_P(barriers, a_member_whose_claim_is_gone_does_not_count) {
    NEEDS(watch);
    NEEDS(inspect);
    // Two members that died without a word: listed, but without a claim.
    open().write("b:b", "0 3;;00000000000000aa,00000000000000bb");
    interlock::client first{url()};
    interlock::client second{url()};
    interlock::client third{url()};
    EXPECT_FALSE(first.barrier("b", 3).arrive_and_wait_for(20ms));
    std::vector<std::jthread> others;
    others.emplace_back([&] { EXPECT_EQ(second.barrier("b", 3).arrive_and_wait().generation, 0U); });
    others.emplace_back([&] { EXPECT_EQ(third.barrier("b", 3).arrive_and_wait().generation, 0U); });
    EXPECT_EQ(first.barrier("b", 3).arrive_and_wait().generation, 0U);
}

TEST_P(barriers, a_member_that_lost_its_lease_is_told_and_its_place_filled_by_another) {
    NEEDS(watch);
    NEEDS(inspect);
    NEEDS(evict);
    interlock::client first{url()};
    interlock::client second{url()};
    std::error_code ec;
    std::jthread unlucky{[&] { static_cast<void>(first.barrier("b", 2).arrive_and_wait(ec)); }};
    ASSERT_TRUE(test::eventually([&] { return second.barrier("b", 2).waiting() == 1; }));
    for (const auto& claim : second.inspect()) second.evict(claim.name);
    unlucky.join();
    EXPECT_EQ(ec, errc::lost);
    std::jthread replacement{[&] { EXPECT_EQ(first.barrier("b", 2).arrive_and_wait().generation, 0U); }};
    EXPECT_EQ(second.barrier("b", 2).arrive_and_wait().generation, 0U);
}

TEST_P(barriers, arrivals_that_give_up_leave_no_trace) {
    NEEDS(watch);
    NEEDS(inspect);
    interlock::client first{url()};
    interlock::client second{url()};
    std::atomic<int> passed{0};
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&, i] {
                auto meeting = (i % 2 == 0 ? first : second).barrier("b", 3);
                for (int k = 0; k < 15; ++k)
                    if (meeting.arrive_and_wait_for(1ms * (k % 4))) ++passed;
            });
        }
    }
    EXPECT_EQ(passed % 3, 0) << "only whole generations pass";
    EXPECT_EQ(first.barrier("b", 3).waiting(), 0U);
    EXPECT_TRUE(test::eventually([&] { return first.inspect().empty(); }));
}

}  // namespace
}  // namespace interlock::conformance
