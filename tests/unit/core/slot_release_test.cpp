// SPDX-License-Identifier: Apache-2.0
// Giving the lock back: confirmed, repeated, given up; and the minimum time to hold.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

const failure no_answer{errc::unavailable, "no answer"};

TEST(SlotRelease, IsConfirmedByTheEngine) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.now += 70ms;
    EXPECT_EQ(b.leave(a), "release");
    EXPECT_TRUE(b.machine.leaving());
    EXPECT_EQ(b.left(), "<released 256>; released a");
    EXPECT_EQ(b.events.back().took, 70ms);
    EXPECT_FALSE(b.machine.engaged());
    EXPECT_EQ(b.machine.next_tick(), never);
}

TEST(SlotRelease, OfWhatTheEngineDoesNotHaveAnyMoreIsToldAsLost) {
    slot_bench b;
    b.leave(b.hold(b.who("a")));
    EXPECT_EQ(b.left(port::status::lost), "<lost 256>; released a (lock lost)");
    EXPECT_EQ(b.events.back().error, errc::lost);
}

TEST(SlotRelease, NoClaimGoesOutBeforeItIsAnswered) {
    slot_bench b;
    b.leave(b.hold(b.who("a")));
    EXPECT_EQ(b.arrive(b.who("c")), "<waiting>");
    EXPECT_EQ(b.pass(10ms), "");
    EXPECT_EQ(b.left(port::status::unknown, no_answer), "released a (outcome unknown)");
    EXPECT_EQ(b.pass(20ms), "release");
    EXPECT_EQ(b.left(), "<released 256>; acquire");
}

TEST(SlotRelease, AfterAnUnansweredTryLostMeansThatItHadWorked) {
    slot_bench b;
    b.leave(b.hold(b.who("a")));
    b.left(port::status::unknown, no_answer);
    EXPECT_EQ(b.pass_to_next_tick(), "release");
    EXPECT_EQ(b.left(port::status::lost), "<released 256>");
}

TEST(SlotRelease, IsRepeatedWithGrowingPausesUntilTheLeaseIsOver) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    const auto end = b.now + 3s;
    b.leave(a);
    EXPECT_EQ(b.left(port::status::error, no_answer), "released a (engine unavailable)");
    duration before{0};
    while (b.now < end) {
        const auto pause = b.until_next_tick();
        EXPECT_GE(pause, before);
        EXPECT_LE(pause, 1s);
        before = pause;
        ASSERT_EQ(b.pass_to_next_tick(), "release");
        const auto said = b.left(port::status::error, no_answer);
        ASSERT_EQ(said, b.now < end ? "" : "<lost 256>");
    }
    EXPECT_FALSE(b.machine.engaged()) << "the engine has forgotten it by itself";
    EXPECT_EQ(b.machine.next_tick(), never);
}

TEST(SlotRelease, AReasonIsGivenEvenIfTheEngineGaveNone) {
    slot_bench b;
    b.leave(b.hold(b.who("a")));
    EXPECT_EQ(b.left(port::status::error), "released a (unexpected answer from the engine)");
}

TEST(SlotRelease, BeforeTheMinimumTimeTheEngineKeepsItForTheRest) {
    slot_bench b;
    const auto a = b.hold(b.who("a", {.lease = 3s, .min_hold = 1s}));
    b.now += 300ms;
    EXPECT_EQ(b.leave(a), "release keep 700");
    EXPECT_EQ(b.left(), "<released 256>; released a");
}

TEST(SlotRelease, BeforeTheMinimumTimeItIsNotPassedOn) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .min_hold = 1s};
    const auto a = b.hold(b.who("a", terms));
    b.arrive(b.who("c", terms));
    EXPECT_EQ(b.leave(a), "release keep 1000");
    EXPECT_EQ(b.left(), "<released 256>; released a; acquire");
}

TEST(SlotRelease, AfterTheMinimumTimeItIsPassedOn) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .min_hold = 1s};
    const auto a = b.hold(b.who("a", terms));
    const auto c = b.who("c", terms);
    b.arrive(c);
    b.now += 1s;
    EXPECT_EQ(b.leave(a), "released a; <handed_over 257>; granted c");
    b.now += 400ms;
    EXPECT_EQ(b.leave(c), "release keep 600") << "each holder has its own minimum";
}

TEST(SlotRelease, ARepeatedReleaseKeepsAsWell) {
    slot_bench b;
    b.leave(b.hold(b.who("a", {.lease = 3s, .min_hold = 1s})));
    b.left(port::status::unknown, no_answer);
    EXPECT_EQ(b.pass_to_next_tick(), "release keep 1000");
}

TEST(SlotRelease, AHoldThatEndsBeforeItsMinimumIsKeptForTheRest) {
    slot_bench b;
    b.hold(b.who("a", {.lease = 3s, .renew = renewal::never, .min_hold = 3s}));
    EXPECT_EQ(b.pass_to_next_tick(), "<lost 256>; lost a; release keep 32");
}

TEST(SlotRelease, OfOneWhoNeverHeldIsToldAsLost) {
    slot_bench b;
    const auto a = b.who("a");
    EXPECT_EQ(b.leave(a), "released a (lock lost)");
}

}  // namespace
}  // namespace interlock::core
