// SPDX-License-Identifier: Apache-2.0
// One attempt without waiting, in every state that the slot can be in.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

TEST(SlotTry, OnAnIdleSlotTheEngineIsAskedOnce) {
    slot_bench b;
    EXPECT_EQ(b.arrive(b.trying("t")), "acquire at once");
    EXPECT_EQ(b.refuse(port::status::busy), "busy t");
    EXPECT_FALSE(b.machine.engaged());
    EXPECT_EQ(b.arrive(b.trying("t")), "acquire at once");
    EXPECT_EQ(b.grant(), "<acquired 256>; granted t");
}

TEST(SlotTry, WhileAnotherAsksItIsBusy) {
    slot_bench b;
    b.arrive(b.who("a"));
    EXPECT_EQ(b.arrive(b.trying("t")), "busy t");
}

TEST(SlotTry, WhileAnotherHoldsItIsBusy) {
    slot_bench b;
    b.hold(b.who("a"));
    EXPECT_EQ(b.arrive(b.trying("t")), "busy t");
}

TEST(SlotTry, DuringAReleaseItAsksRightAfterIt) {
    slot_bench b;
    b.leave(b.hold(b.who("a")));
    b.arrive(b.trying("t"));
    EXPECT_TRUE(b.machine.leaving()) << "the claim does not overtake the release";
    EXPECT_EQ(b.left(), "<released 256>; released a; acquire at once");
    EXPECT_EQ(b.refuse(port::status::busy), "busy t");
}

TEST(SlotTry, DuringAReleaseBehindAnotherItIsBusy) {
    slot_bench b;
    b.leave(b.hold(b.who("a")));
    b.arrive(b.who("c"));
    EXPECT_EQ(b.arrive(b.trying("t")), "busy t");
}

TEST(SlotTry, WhileTheLockLingersItIsTakenAtOnce) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .linger = 1s};
    b.leave(b.hold(b.who("a", terms)));
    EXPECT_EQ(b.arrive(b.trying("t", terms)), "<handed_over 257>; granted t");
}

TEST(SlotTry, OneWhoWaitsBehindItAsksAnewWhenItWasRefused) {
    slot_bench b;
    b.arrive(b.trying("t"));
    EXPECT_EQ(b.arrive(b.who("a")), "<waiting>");
    EXPECT_EQ(b.refuse(port::status::busy), "busy t; acquire");
    EXPECT_EQ(b.grant(), "<acquired 256>; granted a");
}

TEST(SlotTry, OneWhoWaitsBehindItAsksAnewWhenItWithdrew) {
    slot_bench b;
    const auto t = b.trying("t");
    b.arrive(t);
    b.arrive(b.who("a"));
    EXPECT_EQ(b.withdraw(t, fail(errc::canceled, "stop")), "failed t (canceled)");
    EXPECT_EQ(b.refuse(port::status::busy), "acquire") << "the refusal was for the one who has gone";
}

TEST(SlotTry, WithoutAnAnswerItIsRepeatedAsAnAttempt) {
    slot_bench b;
    b.arrive(b.trying("t"));
    b.refuse(port::status::unknown, fail(errc::unavailable, "no answer"));
    EXPECT_EQ(b.pass_to_next_tick(), "acquire at once");
}

}  // namespace
}  // namespace interlock::core
