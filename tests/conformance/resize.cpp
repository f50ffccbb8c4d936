// SPDX-License-Identifier: Apache-2.0
// Changing how many permits there are.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(resize, of_an_unused_name_stores_its_limit) {
    NEEDS(resize);
    auto& a = open();
    auto& b = open();
    EXPECT_EQ(a.resize("x", 2).what, status::done);
    EXPECT_EQ(b.try_once(b.permits("x", 2, 0)).what, status::done);
    EXPECT_EQ(b.try_once(b.permits("x", 1, 3)).why.code, errc::limit_mismatch);
    EXPECT_EQ(b.try_once(b.permits("x", 1, 2)).what, status::busy);
}

TEST_P(resize, to_more_serves_those_who_now_fit) {
    NEEDS(resize);
    auto& a = open();
    auto& b = open();
    a.take(a.permits("x", 2, 2));
    auto first = b.start(b.permits("x", 1, 2));
    auto second = a.start(a.permits("x", 1, 2));
    auto third = b.start(b.permits("x", 1, 2));
    EXPECT_EQ(b.resize("x", 4).what, status::done);
    b.take(first);
    a.take(second);
    EXPECT_TRUE(a.sees_in_line(third));
}

TEST_P(resize, to_fewer_leaves_holders_alone_until_they_release) {
    NEEDS(resize);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.permits("x", 1, 3));
    const auto two = b.take(b.permits("x", 2, 3));
    EXPECT_EQ(a.resize("x", 1).what, status::done);
    EXPECT_EQ(b.renew(two.owner).what, status::done);
    auto next = a.start(a.permits("x", 1, 1));
    b.release(two.owner);
    EXPECT_TRUE(a.sees_in_line(next)) << "the one permit that is left is taken";
    a.release(one.owner);
    EXPECT_NO_THROW(a.take(next));
}

TEST_P(resize, refuses_those_in_line_who_ask_for_more_than_there_are_now) {
    NEEDS(resize);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.permits("x", 3, 3));
    auto greedy = b.start(b.permits("x", 2, 3));
    auto modest = b.start(b.permits("x", 1, 3));
    EXPECT_EQ(a.resize("x", 1).what, status::done);
    EXPECT_EQ(greedy.answer.get().why.code, errc::limit_mismatch);
    EXPECT_TRUE(b.sees_in_line(modest));
    a.release(held.owner);
    EXPECT_NO_THROW(b.take(modest));
    EXPECT_EQ(greedy.answer.times(), 1);
}

TEST_P(resize, refuses_a_claim_on_several_names_as_a_whole) {
    NEEDS(resize);
    NEEDS_ITEMS(2);
    auto& a = open();
    auto& b = open();
    a.take(a.exclusive("y"));
    a.take(a.permits("x", 1, 3));
    auto both = b.start(b.claim({{"y"}, {"x", mode::permits, 3, 3}}));
    a.resize("x", 2);
    EXPECT_EQ(both.answer.get().why.code, errc::limit_mismatch);
    for (const auto& each : a.inspect()) EXPECT_TRUE(each.holding) << each.name;
}

TEST_P(resize, lets_those_behind_a_refused_claim_pass) {
    NEEDS(resize);
    auto& a = open();
    a.take(a.permits("x", 1, 3));
    auto greedy = a.start(a.permits("x", 3, 3));
    auto modest = a.start(a.permits("x", 1, 3));
    a.resize("x", 2);
    EXPECT_EQ(greedy.answer.get().why.code, errc::limit_mismatch);
    EXPECT_NO_THROW(a.take(modest));
}

TEST_P(resize, shows_in_an_inspection) {
    NEEDS(resize);
    NEEDS(inspect);
    auto& a = open();
    a.take(a.permits("x", 3, 3));
    auto next = a.start(a.permits("x", 1, 3));
    a.resize("x", 2);
    for (const auto& each : a.inspect()) EXPECT_EQ(each.limit, 2u);
}

TEST_P(resize, to_nothing_or_of_a_bad_name_is_refused) {
    NEEDS(resize);
    auto& a = open();
    const auto answer = a.resize("x", 0);
    EXPECT_EQ(answer.why.code, errc::invalid_option);
    EXPECT_NE(answer.why.message.find("limit"), std::string::npos);
    EXPECT_EQ(a.resize("", 1).why.code, errc::invalid_name);
}

TEST_P(resize, repeated_changes_nothing) {
    NEEDS(resize);
    auto& a = open();
    a.take(a.permits("x", 1, 2));
    a.resize("x", 2);
    a.resize("x", 2);
    EXPECT_EQ(a.try_once(a.permits("x", 1, 2)).what, status::done);
    EXPECT_EQ(a.try_once(a.permits("x", 1, 2)).what, status::busy);
}

}  // namespace interlock::conformance
