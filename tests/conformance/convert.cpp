// SPDX-License-Identifier: Apache-2.0
// Changing the mode of a hold: downwards at once, upwards once it is alone.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(convert, to_a_weaker_mode_keeps_the_fence_and_serves_those_in_line) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    auto reader = b.start(b.shared("x"));
    auto writer = b.start(b.exclusive("x"));
    const auto answer = a.convert(held.owner, mode::shared);
    EXPECT_EQ(answer.what, status::done);
    EXPECT_EQ(answer.got.fences, held.fences);
    EXPECT_TRUE(answer.got.contended);
    EXPECT_NO_THROW(b.take(reader));
    EXPECT_TRUE(a.sees_in_line(writer));
    EXPECT_EQ(a.renew(held.owner).what, status::done);
}

TEST_P(convert, goes_down_by_one_step_as_well) {
    NEEDS(upgradeable);
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(a.convert(held.owner, mode::upgradeable).got.fences, held.fences);
    EXPECT_EQ(a.try_once(a.upgradeable("x")).what, status::busy);
    EXPECT_EQ(a.try_once(a.shared("x")).what, status::done);
    EXPECT_EQ(a.convert(held.owner, mode::shared).got.fences, held.fences);
    EXPECT_EQ(a.try_once(a.upgradeable("x")).what, status::done);
}

TEST_P(convert, to_exclusive_of_the_only_holder_is_done_at_once_under_a_new_fence) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    for (const auto how : {mode::shared, mode::upgradeable}) {
        const auto held = a.take(a.claim({{"x", how}}));
        const auto answer = a.convert(held.owner, mode::exclusive);
        EXPECT_EQ(answer.what, status::done);
        EXPECT_GT(answer.got.fences.at(0), held.fence());
        EXPECT_EQ(b.try_once(b.shared("x")).what, status::busy);
        EXPECT_EQ(a.release(held.owner).what, status::done);
    }
}

TEST_P(convert, to_exclusive_comes_before_those_in_line) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x"));
    auto writer = b.start(b.exclusive("x"));
    const auto answer = a.convert(held.owner, mode::exclusive);
    EXPECT_EQ(answer.what, status::done);
    EXPECT_TRUE(answer.got.contended);
    a.release(held.owner);
    EXPECT_GT(b.take(writer).fence(), answer.got.fences.at(0));
}

TEST_P(convert, to_exclusive_waits_for_the_other_holders) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x"));
    const auto one = b.take(b.shared("x"));
    const auto two = a.take(a.shared("x"));
    auto upgrade = a.start_upgrade(held.owner);
    b.release(one.owner);
    EXPECT_TRUE(a.sees_upgrading(held.owner));
    EXPECT_FALSE(upgrade.answer.ready());
    a.release(two.owner);
    const auto answer = upgrade.answer.get();
    EXPECT_EQ(answer.what, status::done);
    EXPECT_GT(answer.got.fences.at(0), two.fence());
    EXPECT_FALSE(a.sees_upgrading(held.owner));
    EXPECT_EQ(a.inspect({.name = "x"}).at(0).how, mode::exclusive);
}

TEST_P(convert, lets_nobody_in_while_it_waits) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x"));
    const auto reader = b.take(b.shared("x"));
    auto upgrade = a.start_upgrade(held.owner);
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::busy);
    if (can().barging) {
        auto pushy = b.shared("x");
        pushy.order = order::barging;
        EXPECT_EQ(b.try_once(pushy).what, status::busy);
    }
    auto late = b.start(b.shared("x"));
    b.release(reader.owner);
    EXPECT_EQ(upgrade.answer.get().what, status::done);
    EXPECT_TRUE(b.sees_in_line(late));
    a.convert(held.owner, mode::shared);
    EXPECT_NO_THROW(b.take(late));
}

TEST_P(convert, tells_the_other_holders_that_somebody_waits) {
    NEEDS(upgradeable);
    NEEDS(contention);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x"));
    const auto reader = b.take(b.shared("x"));
    auto upgrade = a.start_upgrade(held.owner);
    EXPECT_TRUE(eventually([&] { return b.heard().heard_contended(reader.owner); }));
    EXPECT_TRUE(b.renew(reader.owner).contended);
    EXPECT_FALSE(a.renew(held.owner).contended) << "nobody waits for this one";
}

TEST_P(convert, without_waiting_answers_busy_and_changes_nothing) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x"));
    b.take(b.shared("x"));
    EXPECT_EQ(a.convert(held.owner, mode::exclusive).what, status::busy);
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::done);
    EXPECT_EQ(a.renew(held.owner).what, status::done);
}

TEST_P(convert, of_two_holders_at_once_refuses_the_second_as_a_deadlock) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.shared("x"));
    const auto two = b.take(b.shared("x"));
    auto first = a.start_upgrade(one.owner);
    const auto answer = b.convert({.owner = two.owner, .to = mode::exclusive, .wait = true});
    EXPECT_EQ(answer.what, status::error);
    EXPECT_EQ(answer.why.code, errc::deadlock);
    EXPECT_NE(answer.why.message.find("'x'"), std::string::npos);
    EXPECT_EQ(b.convert(two.owner, mode::exclusive).what, status::busy) << "it would not wait";
    EXPECT_EQ(b.release(two.owner).what, status::done);
    EXPECT_EQ(first.answer.get().what, status::done);
}

TEST_P(convert, to_the_mode_it_has_is_done) {
    NEEDS(upgradeable);
    auto& a = open();
    for (const auto how : {mode::exclusive, mode::shared, mode::upgradeable}) {
        const auto held = a.take(a.claim({{"x", how}}));
        const auto answer = a.convert(held.owner, how);
        EXPECT_EQ(answer.what, status::done);
        EXPECT_EQ(answer.got.fences, held.fences);
        EXPECT_FALSE(answer.got.contended);
        a.release(held.owner);
    }
}

TEST_P(convert, does_not_change_the_lease) {
    NEEDS(upgradeable);
    auto& a = open();
    const auto held = a.take(a.shared("x"));
    const auto answer = a.convert(held.owner, mode::exclusive);
    EXPECT_LE(answer.got.until, held.until + 1ms);
    EXPECT_GT(answer.got.until, held.until - 1s);
}

TEST_P(convert, of_what_is_not_held_is_lost) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    EXPECT_EQ(a.convert(a.draw_id(), mode::shared).what, status::lost);
    const auto held = a.take(brief(a.exclusive("x")));
    auto next = b.start(b.exclusive("x"));
    EXPECT_EQ(b.convert(next.owner, mode::shared).what, status::lost) << "it only waits";
    b.take(next);
    EXPECT_EQ(a.convert(held.owner, mode::shared).what, status::lost) << "its lease is over";
    EXPECT_EQ(b.convert(next.owner, mode::shared).what, status::done);
}

TEST_P(convert, of_an_expired_hold_is_lost_although_nobody_took_it) {
    NEEDS(upgradeable);
    auto& a = open();
    const auto held = a.take(brief(a.shared("x")));
    ASSERT_TRUE(eventually([&] { return a.now() > held.until + 20ms; }));
    EXPECT_EQ(a.convert(held.owner, mode::exclusive).what, status::lost);
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::done);
}

TEST_P(convert, of_permits_of_several_names_and_upwards_to_upgradeable_is_refused) {
    NEEDS(upgradeable);
    auto& a = open();
    const auto reader = a.take(a.shared("x"));
    EXPECT_EQ(a.convert(reader.owner, mode::upgradeable).why.code, errc::invalid_option);
    EXPECT_EQ(a.convert(reader.owner, mode::permits).why.code, errc::invalid_option);
    if (can().permits) {
        const auto some = a.take(a.permits("y", 1, 2));
        EXPECT_EQ(a.convert(some.owner, mode::shared).why.code, errc::invalid_option);
    }
    if (can().max_items > 1) {
        const auto both = a.take(a.claim({{"a"}, {"b"}}));
        EXPECT_EQ(a.convert(both.owner, mode::shared).why.code, errc::invalid_option);
    }
    EXPECT_EQ(a.convert(reader.owner, mode::exclusive).what, status::done);
}

}  // namespace interlock::conformance
