// SPDX-License-Identifier: Apache-2.0
// n of m permits.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(permits, are_given_up_to_the_limit) {
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.permits("x", 1, 3));
    const auto two = b.take(b.permits("x", 2, 3));
    EXPECT_EQ(a.try_once(a.permits("x", 1, 3)).what, status::busy);
    b.release(two.owner);
    EXPECT_EQ(a.try_once(a.permits("x", 3, 3)).what, status::busy);
    EXPECT_EQ(a.try_once(a.permits("x", 2, 3)).what, status::done);
    a.release(one.owner);
}

TEST_P(permits, a_big_request_is_not_starved_by_small_ones) {
    NEEDS(permits);
    NEEDS(fair);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.permits("x", 1, 3));
    auto all = b.start(b.permits("x", 3, 3));
    auto small = a.start(a.permits("x", 1, 3));
    EXPECT_TRUE(a.sees_in_line(small)) << "two permits are free, but the big request came first";
    a.release(one.owner);
    b.take(all);
    EXPECT_TRUE(a.sees_in_line(small));
    b.release(all.owner);
    EXPECT_NO_THROW(a.take(small));
}

TEST_P(permits, one_release_serves_all_who_now_fit) {
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    const auto all = a.take(a.permits("x", 3, 3));
    auto first = b.start(b.permits("x", 1, 3));
    auto second = a.start(a.permits("x", 2, 3));
    auto third = b.start(b.permits("x", 1, 3));
    a.release(all.owner);
    b.take(first);
    a.take(second);
    EXPECT_TRUE(a.sees_in_line(third));
    a.release(second.owner);
    EXPECT_NO_THROW(b.take(third));
}

TEST_P(permits, a_limit_that_disagrees_is_an_error) {
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.permits("x", 1, 3));
    const auto answer = b.try_once(b.permits("x", 1, 4));
    EXPECT_EQ(answer.what, status::error);
    EXPECT_EQ(answer.why.code, errc::limit_mismatch);
    EXPECT_EQ(b.try_once(b.permits("x", 1, 3)).what, status::done);
    a.release(one.owner);
}

TEST_P(permits, keep_their_limit_while_nobody_holds_any) {
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    a.release(a.take(a.permits("x", 1, 3)).owner);
    EXPECT_EQ(b.try_once(b.permits("x", 1, 4)).why.code, errc::limit_mismatch);
    EXPECT_EQ(b.try_once(b.permits("x", 1, 3)).what, status::done);
}

TEST_P(permits, a_claim_that_was_refused_stores_no_limit) {
    NEEDS(permits);
    auto& a = open();
    const auto writer = a.take(a.exclusive("x"));
    EXPECT_EQ(a.try_once(a.permits("x", 1, 4)).what, status::busy);
    a.release(writer.owner);
    EXPECT_EQ(a.try_once(a.permits("x", 1, 3)).what, status::done);
}

TEST_P(permits, without_a_limit_go_by_the_stored_one) {
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    const auto missing = b.try_once(b.permits("x", 1, 0));
    EXPECT_EQ(missing.why.code, errc::limit_mismatch);
    EXPECT_NE(missing.why.message.find("resize"), std::string::npos) << missing.why.message;
    a.take(a.permits("x", 1, 3));
    EXPECT_EQ(b.try_once(b.permits("x", 2, 0)).what, status::done);
    EXPECT_EQ(b.try_once(b.permits("x", 1, 0)).what, status::busy);
    EXPECT_EQ(b.try_once(b.permits("x", 4, 0)).why.code, errc::limit_mismatch) << "more than there are";
}

TEST_P(permits, come_back_when_a_lease_ends) {
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    a.take(brief(a.permits("x", 2, 2)));
    auto next = b.start(b.permits("x", 1, 2));
    EXPECT_NO_THROW(b.take(next));
}

TEST_P(permits, conflict_with_readers_and_writers) {
    NEEDS(permits);
    NEEDS(shared);
    auto& a = open();
    const auto one = a.take(a.permits("x", 1, 3));
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::busy);
    EXPECT_EQ(a.try_once(a.shared("x")).what, status::busy);
    a.release(one.owner);
    const auto reader = a.take(a.shared("x"));
    EXPECT_EQ(a.try_once(a.permits("x", 1, 3)).what, status::busy);
    a.release(reader.owner);
}

}  // namespace interlock::conformance
