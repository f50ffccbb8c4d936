// SPDX-License-Identifier: Apache-2.0
// Inspection, eviction, and what dead sessions leave.
#include "unit/rows/desk.hpp"

#include <gtest/gtest.h>

namespace interlock::rows::test {
namespace {

TEST(rows_upkeep, inspect_shows_holders_first_then_the_line_with_positions) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    d.take(3, {exclusive("x")});
    d.take(4, {shared("a")});
    d.rows.clock += 10s;
    const auto seen = d.next().inspect({});
    ASSERT_EQ(seen.size(), 4u);
    EXPECT_EQ(seen[0].name, "a");
    EXPECT_TRUE(seen[1].holding);
    EXPECT_EQ(seen[1].left, 20s);
    EXPECT_EQ(seen[1].age, 10s);
    EXPECT_EQ(seen[2].position, 1u);
    EXPECT_EQ(seen[3].position, 2u);
    EXPECT_EQ(seen[3].fence, 0u);
}

TEST(rows_upkeep, inspect_shows_no_more_than_asked_and_nothing_expired) {
    desk d;
    d.take(1, {exclusive("a")});
    d.rows.clock += 20s;
    d.take(2, {exclusive("b")});
    d.take(3, {exclusive("c")});
    d.rows.clock += 10s;
    EXPECT_EQ(d.next().inspect({}).size(), 2u);
    EXPECT_EQ(d.next().inspect({.most = 1}).size(), 1u);
    EXPECT_EQ(d.next().inspect({.name = "c"}).size(), 1u);
    EXPECT_TRUE(d.next().inspect({.name = "none"}).empty());
}

TEST(rows_upkeep, evict_takes_all_names_tells_the_holder_and_serves_the_next) {
    desk d;
    const auto old = d.take(1, {exclusive("x"), exclusive("y")});
    d.take(2, {exclusive("y")});
    d.next().evict("x");
    EXPECT_TRUE(d.tells(push::kind::lost, 1));
    EXPECT_TRUE(d.tells(push::kind::granted, 2));
    EXPECT_FALSE(d.renew(1).held);
    const auto after = d.take(3, {exclusive("x")});
    EXPECT_GT(after.fences.at(0), old.fences.at(0) + 1) << "a number is burnt";
}

TEST(rows_upkeep, evict_ends_a_kept_name_too) {
    desk d;
    d.take(1, {exclusive("x")});
    d.give(1, 5s);
    d.next().evict("x");
    EXPECT_TRUE(d.caused.pushes.empty());
    EXPECT_EQ(d.take(2, {exclusive("x")}, false).what, verdict::granted);
}

TEST(rows_upkeep, reaping_a_session_frees_holds_and_places_in_line) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    d.take(3, {exclusive("x")});
    d.next().reap(id(1002));
    EXPECT_EQ(d.look(2).now, sight::what::missing);
    d.next().reap(id(1001));
    EXPECT_TRUE(d.tells(push::kind::granted, 3));
}

TEST(rows_upkeep, reaping_leaves_a_minimum_hold_time_in_force) {
    desk d;
    d.take(1, {exclusive("x")});
    d.give(1, 5s);
    d.next().reap(id(1001));
    EXPECT_EQ(d.take(2, {exclusive("x")}, false).what, verdict::busy);
}

TEST(rows_upkeep, a_waiting_claim_knows_which_sessions_stand_before_it) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    const auto got = d.take(3, {exclusive("x")});
    EXPECT_EQ(got.ahead, (std::vector{id(1001), id(1002)}));
    EXPECT_EQ(got.recheck, d.rows.clock + 30s);
}

TEST(rows_upkeep, a_waiting_claim_knows_the_expiry_after_the_one_that_is_over) {
    desk d;
    d.take(1, {shared("x")});
    d.rows.clock += 10s;
    d.take(2, {shared("x")});
    d.take(3, {exclusive("x")});
    d.rows.clock += 20s;
    EXPECT_TRUE(d.look(3).overdue);
    EXPECT_EQ(d.look(3).recheck, d.rows.clock + 10s);
}

}  // namespace
}  // namespace interlock::rows::test
