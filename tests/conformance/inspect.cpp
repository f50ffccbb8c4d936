// SPDX-License-Identifier: Apache-2.0
// What people see of claims.
#include "conformance/suite.hpp"

#include <set>

namespace interlock::conformance {

TEST_P(inspect, shows_holders_then_the_line_with_positions) {
    NEEDS(inspect);
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.shared("x"));
    const auto two = b.take(b.shared("x"));
    auto first = b.start(b.exclusive("x"));
    auto second = a.start(a.shared("x"));
    const auto seen = a.inspect({.name = "x"});
    ASSERT_EQ(seen.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(seen[i].name, "x");
        EXPECT_EQ(seen[i].holding, i < 2);
        EXPECT_EQ(seen[i].position, i < 2 ? 0 : i - 1);
    }
    const auto fences = std::set{seen[0].fence, seen[1].fence};
    EXPECT_EQ(fences, (std::set{one.fence(), two.fence()})) << "in any order";
    EXPECT_EQ(seen[2].who.note, first.owner.hex());
    EXPECT_EQ(seen[2].fence, 0u);
    EXPECT_EQ(seen[3].who.note, second.owner.hex());
    EXPECT_EQ(seen[2].how, mode::exclusive);
    EXPECT_EQ(seen[3].how, mode::shared);
}

TEST_P(inspect, shows_time_left_and_who_it_is) {
    NEEDS(inspect);
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    const auto seen = a.inspect().at(0);
    EXPECT_GT(seen.left, 20s);
    EXPECT_LE(seen.left, 30s);
    EXPECT_LT(seen.age, 20s);
    EXPECT_GE(seen.age, 0s);
    EXPECT_EQ(seen.who, (label{"host", "test", 1, held.owner.hex()}));
}

TEST_P(inspect, shows_permits) {
    NEEDS(inspect);
    NEEDS(permits);
    auto& a = open();
    a.take(a.permits("x", 2, 5));
    const auto seen = a.inspect().at(0);
    EXPECT_EQ(seen.how, mode::permits);
    EXPECT_EQ(seen.permits, 2u);
    EXPECT_EQ(seen.limit, 5u);
}

TEST_P(inspect, tells_claims_apart_by_their_ids) {
    NEEDS(inspect);
    NEEDS_ITEMS(2);
    auto& a = open();
    const auto both = a.take(a.claim({{"x"}, {"y"}}));
    auto next = a.start(a.exclusive("y"));
    const auto seen = a.inspect();
    ASSERT_EQ(seen.size(), 3u);
    EXPECT_EQ(seen[0].id, both.owner.hex());
    EXPECT_EQ(seen[1].id, both.owner.hex());
    EXPECT_EQ(seen[2].id, next.owner.hex());
    EXPECT_EQ(seen[0].limit, 1u);
}

TEST_P(inspect, of_all_goes_by_name) {
    NEEDS(inspect);
    auto& a = open();
    for (const auto* name : {"b", "c", "a"}) a.take(a.exclusive(name));
    const auto seen = a.inspect();
    ASSERT_EQ(seen.size(), 3u);
    EXPECT_EQ(seen[0].name, "a");
    EXPECT_EQ(seen[1].name, "b");
    EXPECT_EQ(seen[2].name, "c");
    EXPECT_EQ(a.inspect({.name = "b"}).size(), 1u);
    EXPECT_EQ(a.inspect({.name = "nobody"}).size(), 0u);
}

TEST_P(inspect, shows_at_most_as_many_as_asked_for) {
    NEEDS(inspect);
    auto& a = open();
    for (const auto* name : {"b", "c", "a"}) a.take(a.exclusive(name));
    const auto seen = a.inspect({.name = {}, .most = 2});
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(seen[1].name, "b");
}

TEST_P(inspect, shows_nothing_that_is_over) {
    NEEDS(inspect);
    auto& a = open();
    const auto released = a.take(a.exclusive("released"));
    a.release(released.owner);
    const auto expired = a.take(brief(a.exclusive("expired")));
    ASSERT_TRUE(eventually([&] { return a.now() > expired.until + 20ms; }));
    EXPECT_TRUE(a.inspect().empty());
}

TEST_P(inspect, shows_a_claim_on_several_names_once_for_each) {
    NEEDS(inspect);
    NEEDS_ITEMS(2);
    auto& a = open();
    const auto held = a.take(a.claim({{"y"}, {"x"}}));
    const auto seen = a.inspect();
    ASSERT_EQ(seen.size(), 2u);
    EXPECT_EQ(seen[0].fence, held.fences[1]);
    EXPECT_EQ(seen[1].fence, held.fences[0]);
}

}  // namespace interlock::conformance
