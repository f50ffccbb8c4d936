// SPDX-License-Identifier: Apache-2.0
// How a wait to become exclusive ends, other than well: each handler is called once.
#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

/// `a` has an upgradeable hold and waits for the reader of `b`.
struct upgrade_in_wait {
    upgrade_in_wait(client& a, client& b, port::claim mine, port::claim theirs)
        : held{a.take(std::move(mine))},
          reader{b.take(std::move(theirs))},
          wait{a.start_upgrade(held.owner)} {}

    taken held;
    taken reader;
    waiting wait;
};

}  // namespace

TEST_P(convert, to_a_weaker_mode_ends_its_own_wait_first) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    for (const auto weaker : {mode::upgradeable, mode::shared}) {
        upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
        auto late = b.start(b.shared("x"));
        bool ended_first = false;
        awaited<port::acquire_answer> done;
        a.engine().convert({.owner = x.held.owner, .to = weaker},
                           [&, handler = done.handler()](port::acquire_answer answer) mutable {
                               ended_first = x.wait.answer.ready();
                               handler(std::move(answer));
                           });
        EXPECT_EQ(done.get().what, status::done);
        EXPECT_EQ(done.get().got.fences, x.held.fences);
        EXPECT_TRUE(ended_first);
        EXPECT_EQ(x.wait.answer.get().why.code, errc::canceled);
        EXPECT_NO_THROW(b.take(late)) << "readers may enter again";
        for (const auto& each : {x.held.owner, x.reader.owner, late.owner}) a.release(each);
    }
}

TEST_P(convert, asked_again_without_waiting_ends_the_wait_as_busy) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.shared("x"), b.shared("x")};
    EXPECT_EQ(a.convert(x.held.owner, mode::exclusive).what, status::busy);
    EXPECT_EQ(x.wait.answer.get().why.code, errc::canceled);
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::done);
}

TEST_P(convert, asked_again_while_it_waits_answers_both) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
    auto again = a.start_upgrade(x.held.owner);
    b.release(x.reader.owner);
    EXPECT_EQ(x.wait.answer.get().what, status::done);
    EXPECT_EQ(again.answer.get().what, status::done);
    EXPECT_EQ(again.answer.get().got.fences, x.wait.answer.get().got.fences);
    EXPECT_EQ(x.wait.answer.times(), 1);
    EXPECT_EQ(a.convert(x.held.owner, mode::exclusive).got.fences, again.answer.get().got.fences);
}

TEST_P(convert, of_a_hold_that_is_released_while_it_waits_is_lost) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
    auto late = b.start(b.shared("x"));
    EXPECT_EQ(a.release(x.held.owner).what, status::done);
    EXPECT_EQ(x.wait.answer.get().what, status::lost);
    EXPECT_NO_THROW(b.take(late));
}

TEST_P(convert, of_a_hold_that_is_released_and_kept_lets_readers_in_meanwhile) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
    auto late = b.start(b.shared("x"));
    EXPECT_EQ(a.release(x.held.owner, 10s).what, status::done);
    EXPECT_EQ(x.wait.answer.get().what, status::lost);
    EXPECT_NO_THROW(b.take(late));
    EXPECT_EQ(b.try_once(b.upgradeable("x")).what, status::busy) << "kept as it was";
}

TEST_P(convert, of_a_hold_that_is_withdrawn_while_it_waits_is_canceled) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
    EXPECT_EQ(a.withdraw(x.held.owner).what, status::done);
    ASSERT_TRUE(x.wait.answer.ready());
    EXPECT_EQ(x.wait.answer.get().why.code, errc::canceled);
    EXPECT_EQ(a.renew(x.held.owner).what, status::lost);
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::done);
}

TEST_P(convert, of_a_hold_that_is_taken_away_while_it_waits_is_lost) {
    NEEDS(upgradeable);
    NEEDS(evict);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
    EXPECT_EQ(b.evict("x").what, status::done);
    EXPECT_EQ(x.wait.answer.get().what, status::lost);
    EXPECT_TRUE(eventually([&] { return a.heard().heard_lost(x.held.owner); }));
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::done);
}

TEST_P(convert, of_a_hold_whose_lease_ends_while_it_waits_is_lost) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, brief(a.upgradeable("x")), b.shared("x")};
    EXPECT_EQ(x.wait.answer.get().what, status::lost);
    EXPECT_EQ(b.try_once(b.upgradeable("x")).what, status::done);
    EXPECT_EQ(x.wait.answer.times(), 1);
}

TEST_P(convert, goes_on_waiting_over_renewals) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, brief(a.upgradeable("x")), b.shared("x")};
    ASSERT_EQ(a.renew(x.held.owner, 30s).what, status::done);
    ASSERT_TRUE(eventually([&] { return a.now() > x.held.until + 20ms; }));
    EXPECT_TRUE(a.sees_upgrading(x.held.owner));
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::busy);
    b.release(x.reader.owner);
    EXPECT_EQ(x.wait.answer.get().what, status::done);
}

TEST_P(convert, is_done_when_the_lease_of_the_last_other_holder_ends) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), brief(b.shared("x"))};
    EXPECT_EQ(x.wait.answer.get().what, status::done);
    EXPECT_EQ(b.renew(x.reader.owner).what, status::lost);
}

TEST_P(convert, is_done_when_the_last_other_holder_is_kept_no_longer) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
    EXPECT_EQ(b.release(x.reader.owner, 100ms).what, status::done);
    EXPECT_EQ(x.wait.answer.get().what, status::done);
}

TEST_P(convert, leaves_the_hold_as_it_was_when_its_client_closes) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    upgrade_in_wait x{a, b, a.upgradeable("x"), b.shared("x")};
    a.close();
    EXPECT_EQ(x.wait.answer.get().why.code, errc::closed);
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::done);
    EXPECT_EQ(b.try_once(b.upgradeable("x")).what, status::busy) << "the hold is left to expire";
}

TEST_P(convert, may_be_taken_up_by_another_client_of_the_same_owner) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x"));
    const auto reader = b.take(b.shared("x"));
    a.close();
    auto& again = open();
    auto upgrade = again.start_upgrade(held.owner);
    b.release(reader.owner);
    EXPECT_EQ(upgrade.answer.get().what, status::done);
}

TEST_P(convert, does_not_confuse_a_repeated_claim_with_the_upgrade) {
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto wanted = a.upgradeable("x");
    upgrade_in_wait x{a, b, wanted, b.shared("x")};
    EXPECT_EQ(a.take(wanted).fences, x.held.fences);
    EXPECT_FALSE(x.wait.answer.ready());
    EXPECT_TRUE(a.sees_upgrading(x.held.owner));
    b.release(x.reader.owner);
    EXPECT_EQ(x.wait.answer.get().what, status::done);
}

}  // namespace interlock::conformance
