// SPDX-License-Identifier: Apache-2.0
// Claims that would close a cycle of waiting threads are refused, and only those.
#include "conformance/suite.hpp"

#include <interlock/deadlock.hpp>

namespace interlock::conformance {
namespace {

/// A claim of a thread that holds these meanwhile.
port::claim with(port::claim wanted, std::vector<port::owner_id> holding) {
    wanted.holding = std::move(holding);
    return wanted;
}

port::claim at_any_rate(port::claim wanted) {
    wanted.refuse_deadlock = false;
    return wanted;
}

}  // namespace

TEST_P(deadlock, of_two_is_refused_with_its_names) {
    NEEDS(deadlock);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x"));
    const auto y = b.take(b.exclusive("y"));
    auto first = a.start(with(a.exclusive("y"), {x.owner}));
    EXPECT_TRUE(a.sees_in_line(first));
    auto second = b.start(with(b.exclusive("x"), {y.owner}));
    const auto answer = second.answer.get();
    EXPECT_EQ(answer.what, status::error);
    EXPECT_EQ(answer.why.code, errc::deadlock);
    EXPECT_NE(answer.why.message.find("waiting for 'x' would close a cycle: 'x' is held by test[1]@host, "
                                      "which waits for 'y', which this thread holds"),
              std::string::npos)
        << answer.why.message;
    b.release(y.owner);
    EXPECT_NO_THROW(a.take(first)) << "the other goes on";
}

TEST_P(deadlock, of_three_is_refused) {
    NEEDS(deadlock);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x")), y = b.take(b.exclusive("y")), z = a.take(a.exclusive("z"));
    auto first = a.start(with(a.exclusive("y"), {x.owner}));
    auto second = b.start(with(b.exclusive("z"), {y.owner}));
    EXPECT_TRUE(b.sees_in_line(second));
    auto third = a.start(with(a.exclusive("x"), {z.owner}));
    EXPECT_EQ(third.answer.get().why.code, errc::deadlock);
}

TEST_P(deadlock, with_itself_is_refused) {
    NEEDS(deadlock);
    auto& a = open();
    const auto x = a.take(a.exclusive("x"));
    auto again = a.start(with(a.exclusive("x"), {x.owner}));
    const auto answer = again.answer.get();
    EXPECT_EQ(answer.why.code, errc::deadlock);
    EXPECT_NE(answer.why.message.find("this thread itself"), std::string::npos) << answer.why.message;
}

TEST_P(deadlock, is_seen_through_a_claim_that_only_stands_in_line) {
    NEEDS(deadlock);
    auto& a = open();
    auto& b = open();
    const auto reader = a.take(a.shared("x"));
    const auto y = b.take(b.exclusive("y"));
    auto writer = a.start(a.exclusive("x"));
    auto first = a.start(with(a.exclusive("y"), {reader.owner}));
    // A reader of x would go with the reader there, but not past the writer who waits for it.
    auto second = b.start(with(b.shared("x"), {y.owner}));
    EXPECT_EQ(second.answer.get().why.code, errc::deadlock);
    EXPECT_NE(second.answer.get().why.message.find("wanted earlier"), std::string::npos);
}

TEST_P(deadlock, is_seen_over_claims_on_several_names) {
    NEEDS(deadlock);
    NEEDS_ITEMS(2);
    auto& a = open();
    auto& b = open();
    const auto both = a.take(a.claim({{"x"}, {"y"}}));
    const auto z = b.take(b.exclusive("z"));
    auto first = a.start(with(a.claim({{"free"}, {"z"}}), {both.owner}));
    EXPECT_TRUE(a.sees_in_line(first));
    auto second = b.start(with(b.claim({{"idle"}, {"y"}}), {z.owner}));
    EXPECT_EQ(second.answer.get().why.code, errc::deadlock);
}

TEST_P(deadlock, is_waited_for_if_the_caller_says_so_and_can_be_seen) {
    NEEDS(deadlock);
    NEEDS(inspect);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x"));
    const auto y = b.take(b.exclusive("y"));
    auto first = a.start(with(a.exclusive("y"), {x.owner}));
    EXPECT_TRUE(find_deadlocks(a.inspect()).empty());
    auto second = b.start(at_any_rate(with(b.exclusive("x"), {y.owner})));
    EXPECT_TRUE(b.sees_in_line(second));
    const auto seen = find_deadlocks(a.inspect());
    ASSERT_EQ(seen.size(), 1u);
    ASSERT_EQ(seen[0].size(), 4u);
    EXPECT_EQ(seen[0][0].id, second.owner.hex());
    EXPECT_EQ(seen[0][0].meanwhile, std::vector{y.owner.hex()});
    EXPECT_EQ(seen[0][1].id, x.owner.hex());
    EXPECT_EQ(seen[0][2].id, first.owner.hex());
    EXPECT_EQ(seen[0][3].id, y.owner.hex());
    b.withdraw(second.owner);
    EXPECT_TRUE(find_deadlocks(a.inspect()).empty());
}

TEST_P(deadlock, of_others_does_not_concern_a_newcomer) {
    NEEDS(deadlock);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x")), y = b.take(b.exclusive("y")), z = b.take(b.exclusive("z"));
    auto first = a.start(with(a.exclusive("y"), {x.owner}));
    auto second = b.start(at_any_rate(with(b.exclusive("x"), {y.owner})));
    auto third = b.start(with(b.exclusive("x"), {z.owner}));
    EXPECT_TRUE(b.sees_in_line(third));
}

TEST_P(deadlock, is_none_while_another_holder_may_make_room) {
    NEEDS(deadlock);
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.permits("s", 1, 2));
    const auto other = b.take(b.permits("s", 1, 2));
    const auto y = b.take(b.exclusive("y"));
    auto first = a.start(with(a.exclusive("y"), {one.owner}));
    auto second = b.start(with(b.permits("s", 1, 2), {y.owner}));
    EXPECT_TRUE(b.sees_in_line(second)) << "the other permit is held by a thread that does not wait";
    b.release(other.owner);
    EXPECT_NO_THROW(b.take(second));
}

TEST_P(deadlock, of_permits_that_are_all_held_by_those_who_wait_is_refused) {
    NEEDS(deadlock);
    NEEDS(permits);
    auto& a = open();
    auto& b = open();
    const auto one = a.take(a.permits("s", 1, 2));
    const auto two = b.take(b.permits("s", 1, 2));
    auto first = a.start(with(a.permits("s", 1, 2), {one.owner}));
    EXPECT_TRUE(a.sees_in_line(first)) << "the second may release";
    auto second = b.start(with(b.permits("s", 1, 2), {two.owner}));
    EXPECT_EQ(second.answer.get().why.code, errc::deadlock);
}

TEST_P(deadlock, is_not_seen_in_a_claim_repeated_under_its_own_id) {
    NEEDS(deadlock);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x"));
    const auto y = b.take(b.exclusive("y"));
    const auto wanted = with(a.exclusive("y"), {x.owner});
    auto first = a.start(wanted);
    auto again = a.start(wanted);
    EXPECT_TRUE(a.sees_in_line(first));
    EXPECT_FALSE(again.answer.ready());
    b.release(y.owner);
    EXPECT_EQ(first.answer.get().what, status::done);
    EXPECT_EQ(again.answer.get().what, status::done);
}

TEST_P(deadlock, is_over_once_one_of_them_gave_up_or_was_served) {
    NEEDS(deadlock);
    auto& a = open();
    auto& b = open();
    const auto x = a.take(a.exclusive("x"));
    const auto y = b.take(b.exclusive("y"));
    auto first = a.start(with(a.exclusive("y"), {x.owner}));
    a.withdraw(first.owner);
    auto second = b.start(with(b.exclusive("x"), {y.owner}));
    EXPECT_TRUE(b.sees_in_line(second));
    a.release(x.owner);
    b.take(second);
    auto third = a.start(with(a.exclusive("y"), {x.owner}));
    EXPECT_TRUE(a.sees_in_line(third)) << "the second holds both and waits for nothing";
}

TEST_P(deadlock, by_an_upgrade_is_refused) {
    NEEDS(deadlock);
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x")), y = a.take(a.exclusive("y"));
    const auto reader = b.take(b.shared("x"));
    auto first = b.start(with(b.exclusive("y"), {reader.owner}));
    const auto answer = a.start_upgrade(held.owner, {y.owner}).answer.get();
    EXPECT_EQ(answer.why.code, errc::deadlock) << answer.why.message;
    EXPECT_EQ(a.renew(held.owner).what, status::done);
    EXPECT_EQ(b.try_once(b.shared("x")).what, status::done) << "it does not wait";
}

TEST_P(deadlock, with_an_upgrade_that_waits_is_refused) {
    NEEDS(deadlock);
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x"));
    const auto reader = b.take(b.shared("x"));
    auto upgrade = a.start_upgrade(held.owner);
    auto second = b.start(with(b.shared("x"), {reader.owner}));
    EXPECT_EQ(second.answer.get().why.code, errc::deadlock);
    EXPECT_EQ(a.inspect().at(0).upgrading || a.inspect().at(1).upgrading, true);
}

TEST_P(deadlock, an_upgrade_shows_what_its_thread_holds_while_it_waits) {
    NEEDS(deadlock);
    NEEDS(upgradeable);
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.upgradeable("x")), y = a.take(a.exclusive("y"));
    const auto reader = b.take(b.shared("x"));
    auto upgrade = a.start_upgrade(held.owner, {y.owner});
    const auto shown = [&] {
        std::vector<std::string> out;
        for (const auto& each : a.inspect({.name = "x"}))
            if (each.id == held.owner.hex()) out = each.meanwhile;
        return out;
    };
    EXPECT_EQ(shown(), std::vector{y.owner.hex()});
    b.release(reader.owner);
    EXPECT_EQ(upgrade.answer.get().what, status::done);
    EXPECT_TRUE(shown().empty());
}

TEST_P(deadlock, too_many_holds_are_refused) {
    NEEDS(deadlock);
    auto& a = open();
    const auto answer = a.try_once(with(a.exclusive("x"), std::vector<port::owner_id>(65)));
    EXPECT_EQ(answer.why.code, errc::invalid_option);
    EXPECT_NE(answer.why.message.find("holding"), std::string::npos);
}

}  // namespace interlock::conformance
