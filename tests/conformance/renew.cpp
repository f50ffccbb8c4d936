// SPDX-License-Identifier: Apache-2.0
// Renewal: only by the owner, only of what it still has.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(renew, extends_a_hold_beyond_its_first_lease) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(brief(a.exclusive("x")));
    const auto renewed = a.renew(held.owner, 30s);
    EXPECT_EQ(renewed.what, status::done);
    EXPECT_EQ(renewed.owner, held.owner);
    EXPECT_GT(renewed.until, held.until + 20s);
    ASSERT_TRUE(eventually([&] { return a.now() > held.until + 20ms; }));
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::busy);
    EXPECT_EQ(a.release(held.owner).what, status::done);
}

TEST_P(renew, of_an_expired_hold_is_lost_even_if_nobody_took_it) {
    auto& a = open();
    const auto held = a.take(brief(a.exclusive("x")));
    ASSERT_TRUE(eventually([&] { return a.now() > held.until + 20ms; }));
    EXPECT_EQ(a.renew(held.owner).what, status::lost);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::done) << "the name is free";
}

TEST_P(renew, of_an_expired_hold_does_not_touch_the_successor) {
    auto& a = open();
    auto& b = open();
    const auto first = a.take(brief(a.exclusive("x")));
    auto next = b.start(b.exclusive("x"));
    b.take(next);
    EXPECT_EQ(a.renew(first.owner).what, status::lost);
    EXPECT_EQ(b.renew(next.owner).what, status::done);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::busy);
}

TEST_P(renew, answers_each_of_a_batch_in_order) {
    auto& a = open();
    const auto x = a.take(a.exclusive("x"));
    const auto y = a.take(a.exclusive("y"));
    const auto nobody = a.draw_id();
    const auto answers = a.renew({{y.owner, 30s}, {nobody, 30s}, {x.owner, 30s}});
    ASSERT_EQ(answers.size(), 3u);
    EXPECT_EQ(answers[0].owner, y.owner);
    EXPECT_EQ(answers[0].what, status::done);
    EXPECT_EQ(answers[1].owner, nobody);
    EXPECT_EQ(answers[1].what, status::lost);
    EXPECT_EQ(answers[2].owner, x.owner);
    EXPECT_EQ(answers[2].what, status::done);
}

TEST_P(renew, takes_a_full_batch) {
    auto& a = open();
    std::vector<port::renewal> batch;
    for (int i = 0; i < 256; ++i) batch.push_back({a.take(a.exclusive("n" + std::to_string(i))).owner, 30s});
    for (const auto& each : a.renew(batch)) EXPECT_EQ(each.what, status::done);
}

TEST_P(renew, of_nothing_answers_nothing) {
    auto& a = open();
    EXPECT_TRUE(a.renew(std::vector<port::renewal>{}).empty());
}

TEST_P(renew, of_a_claim_in_line_is_lost_and_keeps_its_place) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    EXPECT_EQ(b.renew(next.owner).what, status::lost);
    a.release(held.owner);
    EXPECT_NO_THROW(b.take(next));
}

TEST_P(renew, keeps_a_claim_on_several_names_whole) {
    NEEDS_ITEMS(2);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(brief(a.claim({{"x"}, {"y"}})));
    EXPECT_EQ(a.renew(held.owner, 30s).what, status::done);
    ASSERT_TRUE(eventually([&] { return a.now() > held.until + 20ms; }));
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::busy);
    EXPECT_EQ(b.try_once(b.exclusive("y")).what, status::busy);
}

}  // namespace interlock::conformance
