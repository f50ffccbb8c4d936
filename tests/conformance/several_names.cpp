// SPDX-License-Identifier: Apache-2.0
// Several names in one claim: all or nothing.
#include "conformance/suite.hpp"

#include <thread>

namespace interlock::conformance {

TEST_P(several_names, are_granted_together_each_with_a_fence) {
    NEEDS_ITEMS(3);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.claim({{"x"}, {"y"}, {"z"}}));
    EXPECT_EQ(held.fences.size(), 3u);
    for (const auto* name : {"x", "y", "z"})
        EXPECT_EQ(b.try_once(b.exclusive(name)).what, status::busy) << name;
    a.release(held.owner);
    for (const auto* name : {"x", "y", "z"})
        EXPECT_EQ(b.try_once(b.exclusive(name)).what, status::done) << name;
}

TEST_P(several_names, one_that_is_taken_keeps_the_others_free) {
    NEEDS_ITEMS(2);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(b.try_once(b.claim({{"y"}, {"x"}})).what, status::busy);
    EXPECT_EQ(a.try_once(a.exclusive("y")).what, status::done);
    a.release(held.owner);
}

TEST_P(several_names, wait_until_all_are_free) {
    NEEDS_ITEMS(2);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x"));
    const auto y = a.take(a.exclusive("y"));
    auto both = b.start(b.claim({{"x"}, {"y"}}));
    a.release(x.owner);
    EXPECT_TRUE(a.sees_in_line(both));
    a.release(y.owner);
    EXPECT_EQ(b.take(both).fences.size(), 2u);
}

TEST_P(several_names, a_waiting_claim_keeps_its_place_on_all_of_them) {
    NEEDS_ITEMS(2);
    NEEDS(fair);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x"));
    auto both = b.start(b.claim({{"x"}, {"y"}}));
    EXPECT_EQ(a.try_once(a.exclusive("y")).what, status::busy) << "an earlier claim waits for it";
    a.release(x.owner);
    EXPECT_NO_THROW(b.take(both));
}

TEST_P(several_names, giving_up_serves_the_lines_of_all) {
    NEEDS_ITEMS(2);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x"));
    auto both = b.start(b.claim({{"x"}, {"y"}}));
    auto y = a.start(a.exclusive("y"));
    EXPECT_TRUE(a.sees_in_line(y));
    b.withdraw(both.owner);
    EXPECT_NO_THROW(a.take(y));
    a.release(x.owner);
}

TEST_P(several_names, modes_may_be_mixed) {
    NEEDS_ITEMS(2);
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    a.take(a.claim({{"x", mode::shared}, {"y", mode::exclusive}}));
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::done);
    EXPECT_EQ(b.try_once(b.shared("y")).what, status::busy);
}

TEST_P(several_names, asked_for_in_opposite_order_do_not_deadlock) {
    NEEDS_ITEMS(2);
    constexpr int turns = 50;
    auto& a = open();
    auto& b = open();
    const auto loop = [](client& who, const char* first, const char* second) {
        for (int i = 0; i < turns; ++i) {
            const auto held = who.take(who.claim({{first}, {second}}));
            who.release(held.owner);
        }
    };
    std::thread other{[&] { loop(b, "y", "x"); }};
    loop(a, "x", "y");
    other.join();
    EXPECT_EQ(a.try_once(a.claim({{"x"}, {"y"}})).what, status::done);
}

}  // namespace interlock::conformance
