// SPDX-License-Identifier: Apache-2.0
// Giving up a claim, in whatever state it is.
#include "conformance/suite.hpp"

#include <thread>

namespace interlock::conformance {

TEST_P(withdraw, of_a_claim_in_line_completes_it_as_canceled_first) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    EXPECT_EQ(b.withdraw(next.owner).what, status::done);
    ASSERT_TRUE(next.answer.ready());
    EXPECT_EQ(next.answer.get().what, status::error);
    EXPECT_EQ(next.answer.get().why.code, errc::canceled);
    a.release(held.owner);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::done) << "nobody stands in line any more";
}

TEST_P(withdraw, of_a_hold_releases_it) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    EXPECT_EQ(a.withdraw(held.owner).what, status::done);
    EXPECT_NO_THROW(b.take(next));
    EXPECT_EQ(a.renew(held.owner).what, status::lost);
}

TEST_P(withdraw, of_nothing_is_done) {
    auto& a = open();
    EXPECT_EQ(a.withdraw(a.draw_id()).what, status::done);
}

TEST_P(withdraw, from_the_middle_of_the_line_lets_the_others_keep_their_places) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto first = a.start(a.exclusive("x"));
    auto middle = b.start(b.exclusive("x"));
    auto last = b.start(b.exclusive("x"));
    b.withdraw(middle.owner);
    a.release(held.owner);
    a.take(first);
    EXPECT_TRUE(a.sees_in_line(last));
    a.release(first.owner);
    EXPECT_NO_THROW(b.take(last));
}

TEST_P(withdraw, that_races_with_the_grant_never_strands_the_name) {
    constexpr int rounds = 60;
    auto& a = open();
    auto& b = open();
    for (int i = 0; i < rounds; ++i) {
        const auto held = a.take(a.exclusive("x"));
        auto next = b.start(b.exclusive("x"));
        std::thread releasing{[&] { a.release(held.owner); }};
        EXPECT_EQ(b.withdraw(next.owner).what, status::done);
        releasing.join();
        const auto answer = next.answer.get();
        EXPECT_TRUE(answer.what == status::done || answer.why.code == errc::canceled);
        EXPECT_EQ(b.renew(next.owner).what, status::lost) << "withdrawn, whatever the answer was";
        EXPECT_EQ(next.answer.times(), 1);
        const auto probe = a.exclusive("x");
        ASSERT_EQ(a.try_once(probe).what, status::done) << "round " << i;
        a.release(probe.owner);
    }
}

}  // namespace interlock::conformance
