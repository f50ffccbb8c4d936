// SPDX-License-Identifier: Apache-2.0
// The slot when the engine does not answer: claims are repeated under their own id, in the end undone and
// told.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

std::string no_answer(slot_bench& b) {
    return b.refuse(port::status::unknown, fail(errc::unavailable, "no answer"));
}

TEST(SlotUnknown, AClaimWithoutAnswerIsRepeatedUnderTheSameId) {
    slot_bench b;
    b.arrive(b.who("a"));
    const auto owner = b.machine.owner();
    EXPECT_EQ(no_answer(b), "");
    EXPECT_EQ(b.until_next_tick(), 20ms);
    EXPECT_EQ(b.pass_to_next_tick(), "acquire");
    EXPECT_EQ(b.machine.owner(), owner);
    EXPECT_EQ(b.grant(), "<acquired 256>; granted a");
}

TEST(SlotUnknown, PausesGrowAndAtLastTheClaimIsUndoneAndTold) {
    slot_bench b;
    b.arrive(b.who("a"));
    const auto owner = b.machine.owner();
    for (const auto pause : {20ms, 40ms, 80ms, 160ms}) {
        EXPECT_EQ(no_answer(b), "");
        EXPECT_EQ(b.until_next_tick(), pause);
        EXPECT_EQ(b.pass(pause - 1ms), "");
        EXPECT_EQ(b.pass(1ms), "acquire");
    }
    EXPECT_EQ(no_answer(b), "failed a (outcome unknown); withdraw");
    EXPECT_EQ(b.machine.owner(), owner);
    EXPECT_EQ(b.left(), "");
    EXPECT_FALSE(b.machine.engaged());
}

TEST(SlotUnknown, TheNextInLineAsksAfterTheUndoing) {
    slot_bench b;
    b.arrive(b.who("a"));
    b.arrive(b.who("c"));
    for (int i = 0; i < 4; ++i) {
        no_answer(b);
        b.pass_to_next_tick();
    }
    EXPECT_EQ(no_answer(b), "failed a (outcome unknown); withdraw");
    EXPECT_EQ(b.left(), "acquire");
    EXPECT_EQ(no_answer(b), "") << "the count of tries starts anew";
}

TEST(SlotUnknown, AWithdrawalWithoutAnswerIsRepeatedUntilTheLeaseIsOver) {
    slot_bench b;
    const auto a = b.who("a");
    b.arrive(a);
    b.withdraw(a);
    const auto start = b.now;
    EXPECT_EQ(b.arrive(b.who("c")), "<waiting>");
    while (b.now < start + 3s) {
        ASSERT_EQ(b.left(port::status::unknown, fail(errc::unavailable, "no answer")), "");
        ASSERT_EQ(b.pass_to_next_tick(), "withdraw");
    }
    EXPECT_EQ(b.left(port::status::unknown, fail(errc::unavailable, "no answer")), "acquire")
        << "nothing of the old claim can be left by now";
}

TEST(SlotUnknown, AStopDuringThePauseGivesTheClaimUp) {
    slot_bench b;
    const auto a = b.who("a");
    b.arrive(a);
    no_answer(b);
    EXPECT_EQ(b.withdraw(a, fail(errc::canceled, "stop")), "withdraw; failed a (canceled)");
    EXPECT_EQ(b.machine.next_tick(), never) << "the repetition is off";
    EXPECT_EQ(b.left(), "");
}

TEST(SlotUnknown, ALateGrantAfterGivingUpIsUndone) {
    slot_bench b;
    b.arrive(b.who("a"));
    for (int i = 0; i < 4; ++i) {
        no_answer(b);
        b.pass_to_next_tick();
    }
    no_answer(b);
    EXPECT_EQ(b.grant(), "withdraw");
}

}  // namespace
}  // namespace interlock::core
