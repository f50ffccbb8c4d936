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

}  // namespace interlock::conformance
