// SPDX-License-Identifier: Apache-2.0
// The slot while it asks: grants, refusals, withdrawals and the end of patience.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

TEST(SlotAsking, FirstToArriveAsksAndIsGranted) {
    slot_bench b;
    const auto a = b.who("a", {.lease = 3s, .order = order::barging, .label = "nightly"});
    EXPECT_EQ(b.arrive(a), "acquire");
    EXPECT_EQ(b.claimed.items.size(), 1U);
    EXPECT_EQ(b.claimed.items[0].name, "orders");
    EXPECT_EQ(b.claimed.items[0].how, mode::exclusive);
    EXPECT_EQ(b.claimed.lease, 3s);
    EXPECT_EQ(b.claimed.order, order::barging);
    EXPECT_NE(b.claimed.label.find("note=nightly"), std::string::npos);
    b.now += 40ms;
    EXPECT_EQ(b.grant(7), "<acquired 1792>; granted a");
    EXPECT_TRUE(b.machine.is_holder(*a));
    EXPECT_EQ(a->fence, 7U << 8U);
    EXPECT_EQ(b.events.back().took, 40ms);
    EXPECT_EQ(b.told_until, b.now + 3s - 32ms) << "one percent and two milliseconds before the end";
}

TEST(SlotAsking, EachClaimHasItsOwnOwnerId) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    const auto first = b.machine.owner();
    b.leave(a);
    b.left();
    b.arrive(b.who("b"));
    EXPECT_NE(b.machine.owner(), first);
}

TEST(SlotAsking, AnErrorIsToldToTheFirstInLineAndTheNextAsks) {
    slot_bench b;
    b.arrive(b.who("a"));
    EXPECT_EQ(b.arrive(b.who("b")), "<waiting>");
    EXPECT_EQ(b.refuse(port::status::error, fail(errc::unavailable, "down")),
              "failed a (engine unavailable); acquire");
    EXPECT_EQ(b.refuse(port::status::error), "failed b (unexpected answer from the engine)");
    EXPECT_FALSE(b.machine.engaged());
    EXPECT_EQ(b.machine.next_tick(), never);
}

TEST(SlotAsking, WithdrawalBeforeTheGrantGivesTheClaimUp) {
    slot_bench b;
    const auto a = b.who("a");
    b.arrive(a);
    EXPECT_EQ(b.withdraw(a), "withdraw; busy a");
    EXPECT_TRUE(b.machine.leaving());
    EXPECT_EQ(b.left(), "");
    EXPECT_FALSE(b.machine.engaged());
}

TEST(SlotAsking, WithdrawalTellsItsReason) {
    slot_bench b;
    const auto a = b.who("a");
    b.arrive(a);
    EXPECT_EQ(b.withdraw(a, fail(errc::canceled, "stop")), "withdraw; failed a (canceled)");
}

TEST(SlotAsking, WithdrawalAfterTheGrantDoesNothing) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    EXPECT_EQ(b.withdraw(a), "");
    EXPECT_TRUE(b.machine.is_holder(*a));
}

TEST(SlotAsking, AGrantThatCrossesItsWithdrawalIsGivenBack) {
    slot_bench b;
    const auto a = b.who("a");
    b.arrive(a);
    b.withdraw(a);
    EXPECT_EQ(b.grant(), "withdraw") << "the withdrawal may have overtaken the claim";
    EXPECT_EQ(b.left(), "");
    EXPECT_FALSE(b.machine.engaged());
    EXPECT_EQ(b.left(), "") << "the second answer finds nothing to do";
}

TEST(SlotAsking, TheClaimStaysForTheNextInLineWhenTheFirstWithdraws) {
    slot_bench b;
    const auto a = b.who("a");
    const auto c = b.who("c");
    b.arrive(a);
    b.arrive(c);
    EXPECT_EQ(b.withdraw(a), "busy a");
    EXPECT_EQ(b.grant(), "<acquired 256>; granted c");
}

TEST(SlotAsking, AGrantWithTheWithdrawnOnesLeaseIsNotGivenToOneWithAnother) {
    slot_bench b;
    const auto a = b.who("a");
    b.arrive(a);
    b.arrive(b.who("c", {.lease = 9s}));
    b.withdraw(a);
    EXPECT_EQ(b.grant(), "release");
    EXPECT_EQ(b.left(), "acquire");
    EXPECT_EQ(b.claimed.lease, 9s);
    EXPECT_EQ(b.grant(2, false, 9s), "<acquired 512>; granted c");
}

TEST(SlotAsking, AGrantThatIsTooLateToTrustIsGivenBackAndAskedForAgain) {
    slot_bench b;
    b.arrive(b.who("a"));
    EXPECT_EQ(b.grant(1, false, 2ms), "release");
    EXPECT_EQ(b.left(), "acquire");
    EXPECT_EQ(b.grant(2), "<acquired 512>; granted a");
}

TEST(SlotAsking, PatienceEndsAtItsTime) {
    slot_bench b;
    const auto holder = b.hold(b.who("holder", {.lease = 3s, .renew = renewal::never}));
    const auto a = b.who("a");
    const auto c = b.who("c");
    a->give_up = b.now + 500ms;
    c->give_up = b.now + 200ms;
    b.arrive(a);
    b.arrive(c);
    EXPECT_EQ(b.until_next_tick(), 200ms);
    EXPECT_EQ(b.pass(199ms), "");
    EXPECT_EQ(b.pass(1ms), "busy c");
    EXPECT_EQ(b.until_next_tick(), 300ms);
    EXPECT_EQ(b.pass(300ms), "busy a");
    EXPECT_EQ(b.leave(holder), "release");
}

TEST(SlotAsking, TheLastWhosePatienceEndsTakesTheClaimAlong) {
    slot_bench b;
    const auto a = b.who("a");
    a->give_up = b.now + 100ms;
    b.arrive(a);
    EXPECT_EQ(b.pass_to_next_tick(), "withdraw; busy a");
    EXPECT_EQ(b.grant(), "withdraw");
    EXPECT_EQ(b.left(), "");
    EXPECT_EQ(b.machine.next_tick(), never);
}

TEST(SlotAsking, AWaitingClaimIsTold) {
    slot_bench b;
    b.arrive(b.who("a"));
    EXPECT_EQ(b.waiting(), "<waiting>");
    b.grant();
    EXPECT_EQ(b.waiting(), "") << "too late to tell";
}

TEST(SlotAsking, TheLabelFollowsTheOneWhoAsks) {
    slot_bench b;
    const auto a = b.hold(b.who("a", {.lease = 3s, .label = "first"}));
    const auto c = b.who("c", {.lease = 3s, .label = "second"});
    b.arrive(c);
    b.leave(a);  // Passed on to c, who releases and asks again.
    ASSERT_TRUE(b.machine.is_holder(*c));
    b.leave(c);
    b.left();
    b.arrive(c);
    EXPECT_NE(b.claimed.label.find("note=second"), std::string::npos) << b.claimed.label;
}

TEST(SlotAsking, AnswersForOtherOwnersAreIgnored) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    const port::owner_id stranger{{1, 2, 3}};
    actions out;
    b.machine.lost(stranger, {}, b.now, out);
    b.machine.contended(stranger, b.now, out);
    b.machine.waiting(stranger, b.now, out);
    b.machine.left(stranger, {.what = port::status::done}, b.now, out);
    b.machine.renewed({.what = port::status::lost, .owner = stranger}, b.now, out);
    EXPECT_TRUE(out.empty());
    EXPECT_TRUE(b.machine.is_holder(*a));
}

}  // namespace
}  // namespace interlock::core
