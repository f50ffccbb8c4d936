// SPDX-License-Identifier: Apache-2.0
// Readers go together, writers alone, and neither starves the other.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(shared, readers_hold_together) {
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.shared("x"));
    const auto two = b.take(b.shared("x"));
    EXPECT_NE(one.fence(), two.fence());
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::busy);
}

TEST_P(shared, a_writer_shuts_readers_out) {
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto writer = a.take(a.exclusive("x"));
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::busy);
    a.release(writer.owner);
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::done);
}

TEST_P(shared, readers_at_the_head_of_the_line_enter_together) {
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto writer = a.take(a.exclusive("x"));
    auto first = b.start(b.shared("x"));
    auto second = a.start(a.shared("x"));
    auto last = b.start(b.exclusive("x"));
    a.release(writer.owner);
    b.take(first);
    a.take(second);
    EXPECT_TRUE(a.sees_in_line(last));
    b.release(first.owner);
    EXPECT_TRUE(a.sees_in_line(last));
    a.release(second.owner);
    EXPECT_NO_THROW(b.take(last));
}

TEST_P(shared, a_waiting_writer_holds_later_readers_back) {
    NEEDS(shared);
    NEEDS(fair);
    auto& a = open();
    auto& b = open();
    const auto reader = a.take(a.shared("x"));
    auto writer = b.start(b.exclusive("x"));
    auto late = a.start(a.shared("x"));
    EXPECT_TRUE(a.sees_in_line(late));
    a.release(reader.owner);
    b.take(writer);
    EXPECT_TRUE(a.sees_in_line(late));
    b.release(writer.owner);
    EXPECT_NO_THROW(a.take(late));
}

TEST_P(shared, readers_behind_a_writer_enter_when_it_gives_up) {
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto reader = a.take(a.shared("x"));
    auto writer = b.start(b.exclusive("x"));
    auto late = a.start(a.shared("x"));
    b.withdraw(writer.owner);
    EXPECT_NO_THROW(a.take(late));
    a.release(reader.owner);
}

TEST_P(shared, an_upgradeable_hold_goes_with_readers_but_not_with_its_like) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto reader = a.take(a.shared("x"));
    const auto one = b.take(b.upgradeable("x"));
    EXPECT_EQ(a.try_once(a.shared("x")).what, status::done);
    EXPECT_EQ(a.try_once(a.upgradeable("x")).what, status::busy);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::busy);
    EXPECT_NE(one.fence(), reader.fence());
}

TEST_P(shared, an_upgradeable_claim_waits_for_a_writer_and_for_permits) {
    NEEDS(upgradeable);
    NEEDS(permits);
    auto& a = open();
    a.take(a.exclusive("written"));
    a.take(a.permits("counted", 1, 5));
    EXPECT_EQ(a.try_once(a.upgradeable("written")).what, status::busy);
    EXPECT_EQ(a.try_once(a.upgradeable("counted")).what, status::busy);
    a.take(a.upgradeable("free"));
    EXPECT_EQ(a.try_once(a.permits("free", 1, 5)).what, status::busy);
}

TEST_P(shared, upgradeable_claims_are_served_one_after_the_other_and_readers_beside_them) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto writer = a.take(a.exclusive("x"));
    auto first = b.start(b.upgradeable("x"));
    auto second = a.start(a.upgradeable("x"));
    auto reader = b.start(b.shared("x"));
    a.release(writer.owner);
    b.take(first);
    EXPECT_NO_THROW(b.take(reader)) << "nobody before it stands in its way";
    EXPECT_TRUE(a.sees_in_line(second));
    b.release(first.owner);
    EXPECT_NO_THROW(a.take(second));
}

}  // namespace interlock::conformance
