// SPDX-License-Identifier: Apache-2.0
// Release: only by the owner, once, with an optional minimum hold time.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(release, twice_is_harmless_and_told) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(a.release(held.owner).what, status::done);
    const auto next = b.take(b.exclusive("x"));
    EXPECT_EQ(a.release(held.owner).what, status::lost);
    EXPECT_EQ(b.renew(next.owner).what, status::done) << "the successor still holds";
}

TEST_P(release, of_nothing_is_lost) {
    auto& a = open();
    EXPECT_EQ(a.release(a.draw_id()).what, status::lost);
}

TEST_P(release, by_an_expired_owner_does_not_touch_the_successor) {
    auto& a = open();
    auto& b = open();
    const auto first = a.take(brief(a.exclusive("x")));
    auto next = b.start(b.exclusive("x"));
    b.take(next);
    EXPECT_EQ(a.release(first.owner).what, status::lost);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::busy);
    EXPECT_EQ(b.renew(next.owner).what, status::done);
}

TEST_P(release, of_an_expired_hold_is_lost) {
    auto& a = open();
    const auto held = a.take(brief(a.exclusive("x")));
    ASSERT_TRUE(eventually([&] { return a.now() > held.until + 20ms; }));
    EXPECT_EQ(a.release(held.owner).what, status::lost);
}

TEST_P(release, of_a_claim_in_line_is_lost_and_keeps_its_place) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    EXPECT_EQ(b.release(next.owner).what, status::lost);
    a.release(held.owner);
    EXPECT_NO_THROW(b.take(next));
}

TEST_P(release, with_keep_leaves_the_name_taken_for_that_long) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    const auto before = a.now();
    EXPECT_EQ(a.release(held.owner, 200ms).what, status::done);
    auto next = b.start(b.exclusive("x"));
    EXPECT_TRUE(a.sees_in_line(next));
    b.take(next);
    EXPECT_GE(b.now(), before + 200ms);
}

TEST_P(release, with_keep_hands_over_to_those_already_in_line) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    const auto before = a.now();
    a.release(held.owner, 200ms);
    b.take(next);
    EXPECT_GE(b.now(), before + 200ms);
    EXPECT_LT(b.now(), before + 15s) << "the lease of 30 s no longer counts";
}

TEST_P(release, with_keep_ends_the_ownership_at_once) {
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(a.release(held.owner, 10s).what, status::done);
    EXPECT_EQ(a.renew(held.owner).what, status::lost);
    EXPECT_EQ(a.release(held.owner).what, status::lost);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::busy);
}

TEST_P(release, with_keep_outlives_the_client) {
    auto& gone = open();
    auto& b = open();
    const auto held = gone.take(gone.exclusive("x"));
    gone.release(held.owner, 10s);
    gone.close();
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::busy);
}

}  // namespace interlock::conformance
