// SPDX-License-Identifier: Apache-2.0
// Claims in rows: granting, waiting, handing over, expiry; the clock is moved by hand.
#include "unit/rows/desk.hpp"

#include <gtest/gtest.h>

namespace interlock::rows::test {
namespace {

TEST(rows_claims, a_free_name_is_granted_with_a_fence) {
    desk d;
    const auto got = d.take(1, {exclusive("x")});
    EXPECT_EQ(got.what, verdict::granted);
    ASSERT_EQ(got.fences.size(), 1u);
    EXPECT_GT(got.fences[0], 0u);
    EXPECT_FALSE(got.contended);
}

TEST(rows_claims, a_claim_that_does_not_wait_leaves_nothing_behind) {
    desk d;
    d.take(1, {exclusive("x")});
    EXPECT_EQ(d.take(2, {exclusive("x")}, false).what, verdict::busy);
    EXPECT_EQ(d.look(2).now, sight::what::missing);
    EXPECT_TRUE(d.caused.pushes.empty());
}

TEST(rows_claims, release_grants_the_next_in_line_and_tells_it_alone) {
    desk d;
    const auto first = d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    d.take(3, {exclusive("x")});
    EXPECT_TRUE(d.give(1));
    EXPECT_TRUE(d.tells(push::kind::granted, 2));
    EXPECT_EQ(d.caused.pushes.size(), 1u);
    EXPECT_TRUE(d.holds(2));
    EXPECT_TRUE(d.waits(3));
    EXPECT_GT(d.look(2).fences.at(0), first.fences.at(0));
    EXPECT_TRUE(d.look(2).contended);
}

TEST(rows_claims, only_the_first_to_wait_tells_the_holder) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    EXPECT_TRUE(d.tells(push::kind::contended, 1));
    d.take(3, {exclusive("x")});
    EXPECT_TRUE(d.caused.pushes.empty());
}

TEST(rows_claims, an_offer_that_nobody_confirms_passes_to_the_next) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    d.take(3, {exclusive("x")});
    d.give(1);
    d.rows.clock += 2s;
    d.next().settle({"x"});
    EXPECT_TRUE(d.tells(push::kind::granted, 3));
    EXPECT_EQ(d.look(2).now, sight::what::missing);
    EXPECT_FALSE(d.renew(2).held);
}

TEST(rows_claims, the_first_renewal_makes_an_offer_a_full_hold) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    d.give(1);
    d.rows.clock += 1s;
    EXPECT_TRUE(d.renew(2).held);
    d.rows.clock += 29s;
    EXPECT_TRUE(d.holds(2));
}

TEST(rows_claims, acquire_repeated_answers_the_same_fence_and_extends) {
    desk d;
    const auto first = d.take(1, {exclusive("x")});
    d.rows.clock += 20s;
    const auto again = d.take(1, {exclusive("x")});
    EXPECT_EQ(again.what, verdict::granted);
    EXPECT_EQ(again.fences, first.fences);
    d.rows.clock += 20s;
    EXPECT_TRUE(d.holds(1));
}

TEST(rows_claims, acquire_repeated_while_waiting_keeps_the_place) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    d.take(3, {exclusive("x")});
    EXPECT_EQ(d.take(2, {exclusive("x")}).what, verdict::queued);
    d.give(1);
    EXPECT_TRUE(d.holds(2));
}

TEST(rows_claims, an_expired_hold_cannot_be_renewed_even_if_nobody_took_it) {
    desk d;
    d.take(1, {exclusive("x")});
    d.rows.clock += 30s;
    EXPECT_FALSE(d.renew(1).held);
    EXPECT_FALSE(d.give(1));
}

TEST(rows_claims, a_late_release_does_not_touch_the_successor) {
    desk d;
    d.take(1, {exclusive("x")});
    d.rows.clock += 30s;
    EXPECT_EQ(d.take(2, {exclusive("x")}).what, verdict::granted);
    EXPECT_FALSE(d.give(1));
    EXPECT_TRUE(d.holds(2));
}

TEST(rows_claims, those_in_line_come_before_a_newcomer_when_a_hold_expires) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    d.rows.clock += 30s;
    EXPECT_EQ(d.take(3, {exclusive("x")}, false).what, verdict::busy);
    EXPECT_TRUE(d.tells(push::kind::granted, 2));
}

TEST(rows_claims, a_kept_name_stays_taken_and_is_then_handed_over) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    EXPECT_TRUE(d.give(1, 5s));
    EXPECT_FALSE(d.renew(1).held);
    EXPECT_FALSE(d.give(1));
    EXPECT_TRUE(d.waits(2));
    EXPECT_EQ(d.look(2).recheck, d.rows.clock + 5s);
    d.rows.clock += 5s;
    EXPECT_TRUE(d.look(2).overdue);
    d.next().settle({"x"});
    EXPECT_TRUE(d.holds(2));
}

TEST(rows_claims, withdrawing_does_not_shorten_a_kept_name) {
    desk d;
    d.take(1, {exclusive("x")});
    d.give(1, 5s);
    d.next().withdraw(id(1));
    EXPECT_EQ(d.take(2, {exclusive("x")}, false).what, verdict::busy);
}

TEST(rows_claims, withdrawing_from_the_line_lets_those_behind_pass) {
    desk d;
    d.take(1, {shared("x")});
    d.take(2, {exclusive("x")});
    d.take(3, {shared("x")});
    EXPECT_TRUE(d.waits(3));
    d.next().withdraw(id(2));
    EXPECT_TRUE(d.tells(push::kind::granted, 3));
}

TEST(rows_claims, releasing_what_only_waits_changes_nothing) {
    desk d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("x")});
    EXPECT_FALSE(d.give(2));
    EXPECT_TRUE(d.waits(2));
}

TEST(rows_claims, a_barging_newcomer_passes_those_in_line_but_not_the_holder) {
    desk d;
    d.take(1, {shared("x")});
    d.take(2, {exclusive("x")});
    EXPECT_EQ(d.take(3, {shared("x")}, false).what, verdict::busy);
    const auto barged = d.take(4, {shared("x")}, false, order::barging);
    EXPECT_EQ(barged.what, verdict::granted);
    EXPECT_TRUE(barged.contended);
    EXPECT_EQ(d.take(5, {exclusive("x")}, false, order::barging).what, verdict::busy);
}

TEST(rows_claims, shared_claims_up_to_the_first_exclusive_are_granted_together) {
    desk d;
    d.take(1, {exclusive("x")});
    for (const unsigned reader : {2u, 3u}) d.take(reader, {shared("x")});
    d.take(4, {exclusive("x")});
    d.take(5, {shared("x")});
    d.give(1);
    EXPECT_TRUE(d.holds(2) && d.holds(3));
    EXPECT_NE(d.look(2).fences, d.look(3).fences);
    EXPECT_TRUE(d.waits(4) && d.waits(5));
}

}  // namespace
}  // namespace interlock::rows::test
