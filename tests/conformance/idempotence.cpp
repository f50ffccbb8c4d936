// SPDX-License-Identifier: Apache-2.0
// Rule 4: a request that is sent again is the same request.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(idempotence, a_repeated_acquire_finds_its_hold_with_the_same_fences) {
    auto& a = open();
    const auto wanted = a.exclusive("x");
    const auto first = a.take(wanted);
    const auto again = a.take(wanted);
    EXPECT_EQ(again.fences, first.fences);
    EXPECT_EQ(a.release(wanted.owner).what, status::done);
    EXPECT_EQ(a.release(wanted.owner).what, status::lost) << "there was only one hold";
}

TEST_P(idempotence, a_repeated_acquire_of_several_names_gives_the_same_fences_in_the_same_order) {
    NEEDS_ITEMS(3);
    auto& a = open();
    const auto wanted = a.claim({{"z"}, {"x"}, {"y"}});
    EXPECT_EQ(a.take(wanted).fences, a.take(wanted).fences);
}

TEST_P(idempotence, a_repeated_acquire_keeps_its_place_in_line) {
    NEEDS(fair);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    const auto wanted = b.exclusive("x");
    auto first = b.start(wanted);
    auto later = a.start(a.exclusive("x"));
    auto again = b.start(wanted);
    a.release(held.owner);
    EXPECT_EQ(again.answer.get().what, status::done);
    EXPECT_TRUE(a.sees_in_line(later));
    b.release(wanted.owner);
    EXPECT_NO_THROW(a.take(later));
}

TEST_P(idempotence, a_repeated_acquire_that_does_not_wait_finds_its_hold) {
    auto& a = open();
    const auto wanted = a.exclusive("x");
    const auto first = a.try_once(wanted);
    const auto again = a.try_once(wanted);
    EXPECT_EQ(again.what, status::done);
    EXPECT_EQ(again.got.fences, first.got.fences);
}

TEST_P(idempotence, a_repeated_withdraw_is_done) {
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(a.withdraw(held.owner).what, status::done);
    EXPECT_EQ(a.withdraw(held.owner).what, status::done);
}

TEST_P(idempotence, a_repeated_write_is_written_once) {
    NEEDS(cells);
    auto& a = open();
    const port::cell_write once{.request = a.draw_id(), .name = "x", .value = "v", .expected = 0};
    EXPECT_EQ(a.write(once).now.version, 1u);
    const auto again = a.write(once);
    EXPECT_EQ(again.what, status::done) << again.why.message;
    EXPECT_EQ(again.now.version, 1u);
    EXPECT_EQ(a.read("x").now.version, 1u);
}

}  // namespace interlock::conformance
