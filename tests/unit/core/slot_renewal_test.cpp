// SPDX-License-Identifier: Apache-2.0
// Keeping a hold alive, and learning that it is lost.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

TEST(SlotRenewal, ComesWhenAThirdOfTheLeaseIsOver) {
    slot_bench b;
    b.hold(b.who("a"));
    EXPECT_EQ(b.until_next_tick(), 1s);
    EXPECT_EQ(b.pass(699ms), "") << "more than a tenth of the lease early";
    EXPECT_EQ(b.pass(301ms), "renew");
    EXPECT_EQ(b.pass(1ms), "") << "one is enough while it is under way";
    EXPECT_EQ(b.renewed(), "extended a; <renewed 256>");
    EXPECT_EQ(b.told_until, b.now + 3s - 32ms);
    EXPECT_EQ(b.until_next_tick(), 1s);
}

TEST(SlotRenewal, MayGoALittleEarlyAlongWithOthers) {
    slot_bench b;
    b.hold(b.who("a"));
    EXPECT_EQ(b.pass(700ms), "renew");
}

TEST(SlotRenewal, IsNotDoneWhenTheUserSaysNever) {
    slot_bench b;
    b.hold(b.who("a", {.lease = 3s, .renew = renewal::never}));
    EXPECT_EQ(b.until_next_tick(), 3s - 32ms);
    EXPECT_EQ(b.pass(2s), "");
    EXPECT_EQ(b.renewed(), "extended a; <renewed 256>") << "asked for by hand";
    EXPECT_EQ(b.until_next_tick(), 3s - 32ms);
}

TEST(SlotRenewal, IsTriedAgainUntilTheDeadlineThenTheHoldIsLostAndGivenBack) {
    slot_bench b;
    b.hold(b.who("a"));
    const auto end = b.now + 3s - 32ms;
    b.arrive(b.who("c"));
    int tries = 0;
    for (auto said = b.pass_to_next_tick(); said == "renew"; said = b.pass_to_next_tick()) {
        ++tries;
        ASSERT_EQ(b.renewed(port::status::error), "<renew_failed 256>");
        EXPECT_EQ(b.events.back().error, errc::unavailable);
        ASSERT_LE(b.until_next_tick(), 300ms);
    }
    EXPECT_GE(tries, 5);
    EXPECT_LE(tries, 40);
    EXPECT_EQ(b.now, end);
    EXPECT_TRUE(b.machine.leaving());
    EXPECT_EQ(b.events.back().kind, event_kind::lost);
    EXPECT_EQ(b.events.back().took, 3s - 32ms);
    EXPECT_EQ(b.left(port::status::lost), "acquire") << "and then the next in line asks";
}

TEST(SlotRenewal, AfterAFailureItIsNotRepeatedEarly) {
    slot_bench b;
    b.hold(b.who("a"));
    b.pass_to_next_tick();
    b.renewed(port::status::unknown);
    EXPECT_EQ(b.pass(b.until_next_tick() - 1ms), "") << "others in the same client must not speed it up";
    EXPECT_EQ(b.pass(1ms), "renew");
}

TEST(SlotRenewal, RecoversAfterAFailure) {
    slot_bench b;
    b.hold(b.who("a"));
    b.pass_to_next_tick();
    b.renewed(port::status::error);
    b.pass_to_next_tick();
    EXPECT_EQ(b.renewed(), "extended a; <renewed 256>");
    EXPECT_EQ(b.until_next_tick(), 1s);
    EXPECT_EQ(b.pass(700ms), "renew") << "early again, along with others";
}

TEST(SlotRenewal, NotYoursMeansLostAndTheNextInLineAsksAtOnce) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.arrive(b.who("c"));
    b.pass_to_next_tick();
    EXPECT_EQ(b.renewed(port::status::lost), "<lost 256>; lost a; acquire");
    EXPECT_EQ(b.events.back().took, 1s);
    EXPECT_EQ(b.leave(a), "released a (lock lost)");
}

TEST(SlotRenewal, LossToldByTheEngineEndsTheHold) {
    slot_bench b;
    b.hold(b.who("a"));
    EXPECT_EQ(b.lost(fail(errc::unavailable, "evicted")), "<lost 256>; lost a");
    EXPECT_EQ(b.events.back().error, errc::lost);
    EXPECT_FALSE(b.machine.engaged());
    EXPECT_EQ(b.machine.next_tick(), never);
}

TEST(SlotRenewal, AnAnswerAfterTheReleaseIsIgnored) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.pass_to_next_tick();
    b.leave(a);
    EXPECT_EQ(b.renewed(port::status::lost), "");
    EXPECT_EQ(b.renewed(), "");
    EXPECT_EQ(b.left(), "<released 256>; released a");
}

TEST(SlotRenewal, TheMaximumTimeEndsTheHold) {
    slot_bench b;
    const auto a = b.hold(b.who("a", {.lease = 3s, .max_hold = 1500ms}));
    EXPECT_EQ(b.told_until, b.now + 1500ms);
    EXPECT_EQ(b.pass(1s), "renew");
    EXPECT_EQ(b.renewed(), "extended a; <renewed 256>");
    EXPECT_EQ(b.told_until, a->granted_at + 1500ms) << "a renewal does not lengthen it";
    EXPECT_EQ(b.until_next_tick(), 500ms);
    EXPECT_EQ(b.pass(500ms), "<lost 256>; lost a; release");
    EXPECT_EQ(b.left(), "");
}

TEST(SlotRenewal, TheMaximumTimeCountsForEachHolderAnew) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .max_hold = 1500ms};
    const auto a = b.hold(b.who("a", terms));
    b.arrive(b.who("c", terms));
    b.now += 1s;
    b.leave(a);
    EXPECT_EQ(b.told_until, b.now + 1500ms);
}

TEST(SlotRenewal, AfterTheMaximumTimeTheNextInLineAsksOnceItIsGivenBack) {
    slot_bench b;
    b.hold(b.who("a", {.lease = 3s, .max_hold = 500ms}));
    b.arrive(b.who("c"));
    EXPECT_EQ(b.pass(500ms), "<lost 256>; lost a; release");
    EXPECT_EQ(b.left(), "acquire");
}

}  // namespace
}  // namespace interlock::core
