// SPDX-License-Identifier: Apache-2.0
// Rule 1: one holder at a time, and the next one served at once when it goes.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(exclusive, a_free_name_is_granted_with_a_fence_and_the_full_lease) {
    auto& a = open();
    const auto before = a.now();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(held.fences.size(), 1u);
    EXPECT_GT(held.fence(), 0u);
    EXPECT_GT(held.until, before + 29s);
    EXPECT_LE(held.until, a.now() + 30s);
    EXPECT_FALSE(held.contended);
}

TEST_P(exclusive, a_claim_that_does_not_wait_is_busy_while_another_holds) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::busy);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::busy) << "also for the holder's own client";
    EXPECT_EQ(a.release(held.owner).what, status::done);
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::done);
}

TEST_P(exclusive, a_busy_claim_leaves_nothing_behind) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::busy);
    a.release(held.owner);
    EXPECT_NO_THROW(a.take(a.exclusive("x"))) << "nobody stands in line";
}

TEST_P(exclusive, a_waiting_claim_is_granted_when_the_holder_releases) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    EXPECT_TRUE(a.sees_in_line(next));
    a.release(held.owner);
    EXPECT_GT(b.take(next).fence(), held.fence());
    EXPECT_EQ(next.answer.times(), 1);
}

TEST_P(exclusive, a_waiting_claim_is_granted_when_the_holders_lease_ends) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(brief(a.exclusive("x")));
    auto next = b.start(b.exclusive("x"));
    const auto got = b.take(next);
    EXPECT_GE(b.now(), held.until) << "granted while the first hold was still honoured";
    EXPECT_GT(got.fence(), held.fence());
}

TEST_P(exclusive, a_dead_waiter_does_not_stand_in_the_way_of_the_next) {
    auto& a = open();
    auto& gone = open();
    auto& c = open();
    const auto held = a.take(a.exclusive("x"));
    auto never = gone.start(gone.exclusive("x"));
    auto next = c.start(c.exclusive("x"));
    gone.close();
    a.release(held.owner);
    EXPECT_EQ(next.answer.get().what, status::done);
    EXPECT_EQ(never.answer.get().why.code, errc::closed);
}

TEST_P(exclusive, waiters_of_one_client_are_served_too) {
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = a.start(a.exclusive("x"));
    a.release(held.owner);
    EXPECT_NO_THROW(a.take(next));
}

TEST_P(exclusive, a_client_hears_that_its_claim_stands_in_line) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    EXPECT_TRUE(eventually([&] { return b.heard().heard_waiting(next.owner); }));
    EXPECT_FALSE(a.heard().heard_waiting(held.owner)) << "granted at once";
}

TEST_P(exclusive, the_holder_hears_that_others_wait) {
    NEEDS(contention);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_FALSE(a.heard().heard_contended(held.owner));
    auto next = b.start(b.exclusive("x"));
    EXPECT_TRUE(eventually([&] { return a.heard().heard_contended(held.owner); }));
    EXPECT_TRUE(a.renew(held.owner).contended);
    b.withdraw(next.owner);
    EXPECT_FALSE(a.renew(held.owner).contended);
}

TEST_P(exclusive, a_grant_tells_whether_others_wait) {
    NEEDS(contention);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto second = b.start(b.exclusive("x"));
    auto third = b.start(b.exclusive("x"));
    a.release(held.owner);
    EXPECT_TRUE(second.answer.get().got.contended);
    b.release(second.owner);
    EXPECT_FALSE(third.answer.get().got.contended);
}

}  // namespace interlock::conformance
