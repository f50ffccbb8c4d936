// SPDX-License-Identifier: Apache-2.0
// Work that is done once, on every engine: each client stands for a process.
#include <interlock/once.hpp>

#include <atomic>
#include <thread>

#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

TEST_P(onces, one_runs_and_all_see_its_result) {
    NEEDS(cells);
    NEEDS(inspect);
    std::atomic<int> runs{0};
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 8; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                const auto got = own.once("o").call([&] { return "run " + std::to_string(++runs); });
                EXPECT_EQ(got, "run 1");
            });
        }
    }
    EXPECT_EQ(runs, 1);
}

TEST_P(onces, a_runner_that_fails_is_succeeded_by_one_that_waits) {
    NEEDS(cells);
    NEEDS(inspect);
    std::atomic<int> runs{0};
    std::atomic<int> failures{0};
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 6; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                try {
                    const auto got = own.once("o").call([&]() -> std::string {
                        if (++runs < 3) throw std::runtime_error{"not yet"};
                        return "third time";
                    });
                    EXPECT_EQ(got, "third time");
                } catch (const std::runtime_error&) {
                    ++failures;
                }
            });
        }
    }
    EXPECT_EQ(runs, 3);
    EXPECT_EQ(failures, 2);
}

TEST_P(onces, a_runner_that_is_gone_is_succeeded_and_all_see_the_successor_s_result) {
    NEEDS(cells);
    NEEDS(inspect);
    // A runner that began and then fell silent: its mark and its claim are there, but nobody renews it.
    auto& silent = open();
    const auto turn = silent.take(brief(silent.exclusive("o:o")));
    silent.write({.request = silent.draw_id(), .name = "o:o", .value = "r", .fence = turn.fence()});
    std::atomic<int> runs{0};
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                EXPECT_EQ(own.once("o").call([&] { return "run " + std::to_string(++runs); }), "run 1");
            });
        }
    }
    const auto late =
        silent.write({.request = silent.draw_id(), .name = "o:o", .value = "dlate", .fence = turn.fence()});
    EXPECT_EQ(late.why.code, errc::stale) << "the silent one comes back too late";
    interlock::client last{url()};
    EXPECT_EQ(last.once("o").try_result(), "run 1");
}

TEST_P(onces, a_client_that_is_closed_in_its_turn_leaves_it_to_others) {
    NEEDS(cells);
    NEEDS(inspect);
    interlock::client second{url()};
    {
        interlock::client first{url()};
        auto begun = first.once("o").begin();
        ASSERT_TRUE(begun.turn);
    }
    EXPECT_EQ(second.once("o").call([] { return "second's"; }), "second's");
}

TEST_P(onces, an_evicted_runner_gets_the_result_of_its_successor) {
    NEEDS(cells);
    NEEDS(inspect);
    NEEDS(evict);
    interlock::client first{url()};
    interlock::client second{url()};
    const auto got = first.once("o").call([&] {
        second.evict("o:o");
        return second.once("o").call([] { return "successor's"; }).empty() ? "" : "late";
    });
    EXPECT_EQ(got, "successor's");
}

}  // namespace
}  // namespace interlock::conformance
