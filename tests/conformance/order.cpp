// SPDX-License-Identifier: Apache-2.0
// Who is next: first come, first served, or a newcomer that overtakes.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(order_of_service, fair_claims_are_served_in_order_of_arrival) {
    NEEDS(fair);
    auto& a = open();
    auto& b = open();
    auto& c = open();
    auto held = a.take(a.exclusive("x"));
    std::vector<std::pair<client*, waiting>> line;
    for (auto* each : {&b, &c, &a, &c, &b}) line.emplace_back(each, each->start(each->exclusive("x")));
    a.release(held.owner);
    for (auto& [who, next] : line) {
        ASSERT_EQ(next.answer.get().what, status::done);
        for (const auto& [other, later] : line)
            EXPECT_EQ(who->sees_in_line(later), &later > &next) << "served out of order";
        who->release(next.owner);
    }
}

TEST_P(order_of_service, a_fair_newcomer_does_not_overtake) {
    NEEDS(fair);
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto reader = a.take(a.shared("x"));
    auto writer = b.start(b.exclusive("x"));
    EXPECT_EQ(a.try_once(a.shared("x")).what, status::busy) << "a writer waits before this reader";
    b.withdraw(writer.owner);
    EXPECT_EQ(a.try_once(a.shared("x")).what, status::done);
    a.release(reader.owner);
}

TEST_P(order_of_service, a_barging_newcomer_overtakes_those_in_line) {
    NEEDS(barging);
    NEEDS(shared);
    auto& a = open();
    auto& b = open();
    const auto reader = a.take(a.shared("x"));
    auto writer = b.start(b.exclusive("x"));
    auto barging = a.shared("x");
    barging.order = order::barging;
    const auto second = a.take(barging);
    EXPECT_TRUE(second.contended);
    a.release(reader.owner);
    EXPECT_TRUE(a.sees_in_line(writer));
    a.release(second.owner);
    EXPECT_NO_THROW(b.take(writer));
}

TEST_P(order_of_service, a_barging_claim_never_overtakes_a_holder) {
    NEEDS(barging);
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    auto barging = a.exclusive("x");
    barging.order = order::barging;
    EXPECT_EQ(a.try_once(barging).what, status::busy);
    a.release(held.owner);
}

TEST_P(order_of_service, a_barging_claim_that_has_to_wait_waits_in_line) {
    NEEDS(barging);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto first = b.start(b.exclusive("x"));
    auto barging = b.exclusive("x");
    barging.order = order::barging;
    auto second = b.start(barging);
    a.release(held.owner);
    b.take(first);
    EXPECT_TRUE(a.sees_in_line(second));
    b.release(first.owner);
    EXPECT_NO_THROW(b.take(second));
}

}  // namespace interlock::conformance
