// SPDX-License-Identifier: Apache-2.0
// Long lines, permits and claims on several names.
#include "unit/rows/desk.hpp"

#include <gtest/gtest.h>

namespace interlock::rows::test {
namespace {

TEST(rows_line, permits_are_given_up_to_the_limit) {
    desk d;
    EXPECT_EQ(d.take(1, {permits("x", 2, 3)}).what, verdict::granted);
    EXPECT_EQ(d.take(2, {permits("x", 1, 3)}).what, verdict::granted);
    EXPECT_EQ(d.take(3, {permits("x", 1, 3)}, false).what, verdict::busy);
}

TEST(rows_line, a_small_request_does_not_overtake_a_large_one) {
    desk d;
    d.take(1, {permits("x", 2, 3)});
    d.take(2, {permits("x", 3, 3)});
    EXPECT_EQ(d.take(3, {permits("x", 1, 3)}).what, verdict::queued);
    d.give(1);
    EXPECT_TRUE(d.holds(2));
    EXPECT_TRUE(d.waits(3));
}

TEST(rows_line, another_limit_is_refused_and_the_first_one_kept) {
    desk d;
    d.take(1, {permits("x", 1, 3)});
    d.give(1);
    const auto got = d.take(2, {permits("x", 1, 4)});
    EXPECT_EQ(got.what, verdict::refused);
    EXPECT_EQ(got.why.code, errc::limit_mismatch);
    EXPECT_EQ(d.take(3, {permits("x", 1, 3)}).what, verdict::granted);
}

TEST(rows_line, a_line_longer_than_a_page_is_served_whole) {
    desk d;
    d.take(1, {exclusive("x")});
    for (unsigned reader = 2; reader < 102; ++reader) d.take(reader, {shared("x")});
    d.give(1);
    EXPECT_EQ(d.caused.pushes.size(), 100u);
    EXPECT_TRUE(d.holds(101));
    EXPECT_TRUE(d.caused.unfinished.empty());
}

TEST(rows_line, a_release_before_a_long_line_reads_only_its_head) {
    desk d;
    d.take(1, {permits("x", 1, 1)});
    for (unsigned waiter = 2; waiter < 502; ++waiter) d.take(waiter, {permits("x", 1, 1)});
    d.rows.queries = 0;
    d.give(1);
    EXPECT_TRUE(d.holds(2));
    EXPECT_LE(d.rows.queries, 2u);
}

TEST(rows_line, what_is_too_much_for_one_step_is_named_and_finished_by_the_next) {
    desk d;
    d.take(1, {exclusive("x")});
    for (unsigned reader = 2; reader < 2 + 3 * longest_walk / 2; ++reader) {
        d.rows.insert(
            {.name = "x", .ticket = reader, .owner = id(reader), .how = mode::shared, .lease = 30s});
    }
    d.give(1);
    EXPECT_EQ(d.caused.unfinished, std::vector<std::string>{"x"});
    d.next().settle({"x"});
    EXPECT_TRUE(d.caused.unfinished.empty()) << "no progress is possible: it must not be tried for ever";
}

TEST(rows_line, several_names_are_granted_together_or_not_at_all) {
    desk d;
    d.take(1, {exclusive("b")});
    EXPECT_EQ(d.take(2, {exclusive("a"), exclusive("b")}).what, verdict::queued);
    EXPECT_EQ(d.take(3, {exclusive("a")}, false).what, verdict::busy) << "the waiting claim is earlier";
    d.give(1);
    EXPECT_TRUE(d.holds(2));
    EXPECT_EQ(d.look(2).fences.size(), 2u);
}

TEST(rows_line, fences_come_in_the_order_of_the_claim) {
    desk d;
    d.take(1, {exclusive("z")});
    d.take(2, {exclusive("z"), exclusive("a")});
    d.give(1);
    const auto told = d.look(2).fences;
    EXPECT_EQ(d.take(2, {exclusive("z"), exclusive("a")}).fences, told);
    EXPECT_EQ(d.next().inspect({.name = "z"}).at(0).fence, told.at(0));
    EXPECT_EQ(d.next().inspect({.name = "a"}).at(0).fence, told.at(1));
}

TEST(rows_line, an_expired_claim_frees_all_its_names) {
    desk d;
    d.take(1, {exclusive("a"), exclusive("b")});
    d.take(2, {exclusive("b")});
    d.rows.clock += 30s;
    EXPECT_EQ(d.take(3, {exclusive("a")}).what, verdict::granted);
    EXPECT_TRUE(d.holds(2)) << "the other name was handed over in the same step";
}

TEST(rows_line, a_claim_in_the_way_elsewhere_that_expired_is_passed) {
    desk d;
    d.take(1, {exclusive("a")});
    d.take(2, {exclusive("b")});
    d.take(3, {exclusive("a"), exclusive("b")});
    d.rows.clock += 10s;
    d.renew(1);
    d.rows.clock += 25s;
    d.give(1);
    EXPECT_TRUE(d.holds(3));
}

TEST(rows_line, claims_crossing_each_other_do_not_deadlock) {
    desk d;
    d.take(1, {exclusive("a"), exclusive("b")});
    d.take(2, {exclusive("b"), exclusive("c")});
    d.take(3, {exclusive("c"), exclusive("a")});
    d.give(1);
    EXPECT_TRUE(d.holds(2) && d.waits(3));
    d.give(2);
    EXPECT_TRUE(d.holds(3));
}

}  // namespace
}  // namespace interlock::rows::test
