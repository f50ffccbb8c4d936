// SPDX-License-Identifier: Apache-2.0
// Taking a name away from its holders.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(evict, ends_the_hold_and_tells_its_client) {
    NEEDS(evict);
    auto& a = open();
    auto& operator_ = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(operator_.evict("x").what, status::done);
    EXPECT_TRUE(eventually([&] { return a.heard().heard_lost(held.owner); }));
    EXPECT_EQ(a.renew(held.owner).what, status::lost);
    EXPECT_EQ(a.release(held.owner).what, status::lost);
    EXPECT_EQ(operator_.try_once(operator_.exclusive("x")).what, status::done);
}

TEST_P(evict, serves_those_in_line) {
    NEEDS(evict);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    a.evict("x");
    EXPECT_GT(b.take(next).fence(), held.fence());
}

TEST_P(evict, takes_all_holders) {
    NEEDS(evict);
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.shared("x"));
    const auto two = b.take(b.shared("x"));
    a.evict("x");
    EXPECT_EQ(a.renew(one.owner).what, status::lost);
    EXPECT_EQ(b.renew(two.owner).what, status::lost);
}

TEST_P(evict, takes_all_names_of_a_claim) {
    NEEDS(evict);
    NEEDS_ITEMS(2);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.claim({{"x"}, {"y"}}));
    auto next = b.start(b.exclusive("y"));
    a.evict("x");
    EXPECT_GT(b.take(next).fence(), held.fences[1]);
}

TEST_P(evict, ends_a_keep) {
    NEEDS(evict);
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    a.release(held.owner, 20s);
    a.evict("x");
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::done);
}

TEST_P(evict, of_a_free_name_is_done) {
    NEEDS(evict);
    auto& a = open();
    EXPECT_EQ(a.evict("x").what, status::done);
}

TEST_P(evict, leaves_other_names_alone) {
    NEEDS(evict);
    auto& a = open();
    const auto other = a.take(a.exclusive("x2"));
    a.evict("x");
    EXPECT_EQ(a.renew(other.owner).what, status::done);
}

}  // namespace interlock::conformance
