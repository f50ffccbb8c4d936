// SPDX-License-Identifier: Apache-2.0
// Which clients share a store, and who is told on which side.
#include "unit/memory/port_client.hpp"

#include <gtest/gtest.h>

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

TEST(memory_store, is_shared_by_its_name_and_empty_is_a_name) {
    manual_world world{1};
    port_client a{"memory:shared", world}, b{"memory:shared", world}, c{"memory:other", world};
    port_client d{"memory:", world}, e{"memory:", world};
    EXPECT_TRUE(a.ask("x").granted());
    EXPECT_FALSE(b.ask("x").granted());
    EXPECT_TRUE(c.ask("x").granted());
    EXPECT_TRUE(d.ask("x").granted());
    EXPECT_FALSE(e.ask("x").granted());
}

TEST(memory_store, made_anew_under_an_old_name_goes_on_above_the_old_fences) {
    manual_world world{1};
    std::uint64_t last = 0;
    for (int i = 0; i < 3; ++i) {
        port_client only{"memory:short-lived", world};
        const auto held = only.ask("x");
        ASSERT_TRUE(held.granted()) << "nobody uses the old store any more";
        EXPECT_GT((*held.answer)->got.fences.at(0), last);
        last = (*held.answer)->got.fences.at(0);
    }
}

TEST(memory_store, fences_start_at_the_wall_clock_and_stay_below_2_to_the_55) {
    manual_world world{1};
    port_client a{"memory:fences", world};
    const auto fence = (*a.ask("x").answer)->got.fences.at(0);
    EXPECT_GE(fence, world.time.fence_floor());
    EXPECT_LT(fence, std::uint64_t{1} << 55);
}

TEST(memory_store, tells_another_client_only_on_its_own_loop) {
    manual_world world{1};
    port_client a{"memory:loops", world}, b{"memory:loops", world};
    const auto held = a.ask("x");
    const auto next = b.ask("x");
    a.release(held.owner);
    EXPECT_FALSE(next.granted()) << "b's loop has not run yet";
    world.run_until_quiet();
    EXPECT_TRUE(next.granted());
}

TEST(memory_store, tells_its_own_client_inside_the_call) {
    manual_world world{1};
    port_client a{"memory:inside", world};
    const auto held = a.ask("x");
    const auto next = a.ask("x");
    a.release(held.owner);
    EXPECT_TRUE(next.granted());
}

TEST(memory_store, a_withdrawal_beats_a_grant_that_was_not_told_yet) {
    manual_world world{1};
    port_client a{"memory:race", world}, b{"memory:race", world};
    const auto held = a.ask("x");
    const auto next = b.ask("x");
    a.release(held.owner);
    b->withdraw(next.owner, [](auto) {});
    ASSERT_TRUE(next.answer->has_value());
    EXPECT_EQ((*next.answer)->why.code, errc::canceled);
    world.run_until_quiet();
    EXPECT_FALSE(next.granted());
    EXPECT_TRUE(a.ask("x").granted());
}

TEST(memory_store, a_client_that_closes_gives_back_a_grant_that_was_not_told_yet) {
    manual_world world{1};
    port_client a{"memory:closing", world}, b{"memory:closing", world};
    const auto held = a.ask("x");
    const auto next = b.ask("x");
    a.release(held.owner);
    b->close();
    EXPECT_EQ((*next.answer)->why.code, errc::closed);
    EXPECT_TRUE(a.ask("x").granted());
}

TEST(memory_store, a_handler_may_call_the_engine_again) {
    manual_world world{1};
    port_client a{"memory:again", world};
    const auto first = a.ask("x");
    int turns = 0;
    struct next_turn {
        port_client& on;
        int& turns;
        port::owner_id owner;
        void operator()(port::acquire_answer) const {
            if (++turns < 5)
                on->acquire({.owner = {{std::uint8_t(turns)}}, .items = {{"x"}}},
                            next_turn{on, turns, {{std::uint8_t(turns)}}});
            on.release(owner);
        }
    };
    a->acquire({.owner = {{99}}, .items = {{"x"}}}, next_turn{a, turns, {{99}}});
    a.release(first.owner);
    world.run_until_quiet();
    EXPECT_EQ(turns, 5);
    EXPECT_TRUE(a.ask("x").granted());
}

TEST(memory_engine, that_is_closed_says_so) {
    manual_world world{1};
    port_client a{"memory:closed", world};
    a->close();
    EXPECT_EQ((*a.ask("x").answer)->why.code, errc::closed);
}

}  // namespace
}  // namespace interlock::test
