// SPDX-License-Identifier: Apache-2.0
// Keeping the lease for a moment after release, in case it is wanted again.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

const lock_options lingering{.lease = 3s, .linger = 1s};

TEST(SlotLinger, KeepsTheLockAndGivesItToTheNextOneWithoutTheEngine) {
    slot_bench b;
    EXPECT_EQ(b.leave(b.hold(b.who("a", lingering))), "released a");
    EXPECT_TRUE(b.machine.engaged());
    EXPECT_FALSE(b.machine.leaving());
    b.now += 100ms;
    const auto c = b.who("c", lingering);
    EXPECT_EQ(b.arrive(c), "<handed_over 257>; granted c");
    EXPECT_EQ(b.leave(c), "released c");
}

TEST(SlotLinger, EndsWithItsTime) {
    slot_bench b;
    b.leave(b.hold(b.who("a", {.lease = 3s, .linger = 200ms})));
    EXPECT_EQ(b.until_next_tick(), 200ms);
    EXPECT_EQ(b.pass(199ms), "");
    EXPECT_EQ(b.pass(1ms), "release");
    EXPECT_EQ(b.left(), "<released 256>") << "the event that balances the acquisition";
    EXPECT_FALSE(b.machine.engaged());
}

TEST(SlotLinger, IsEndedByAClaimElsewhere) {
    slot_bench b;
    b.leave(b.hold(b.who("a", lingering)));
    EXPECT_EQ(b.contended(), "release");
    EXPECT_EQ(b.left(), "<released 256>");
}

TEST(SlotLinger, DoesNotBeginWhileOthersWaitOutside) {
    slot_bench b;
    EXPECT_EQ(b.leave(b.hold(b.who("a", lingering), 1, true)), "release");
}

TEST(SlotLinger, DoesNotBeginWithoutRenewal) {
    slot_bench b;
    EXPECT_EQ(b.leave(b.hold(b.who("a", {.lease = 3s, .renew = renewal::never, .linger = 1s}))), "release");
}

TEST(SlotLinger, DoesNotBeginAfterTheDeadline) {
    slot_bench b;
    const auto a = b.hold(b.who("a", lingering));
    b.now += 3s;
    EXPECT_EQ(b.leave(a), "release");
}

TEST(SlotLinger, IsRenewedMeanwhile) {
    slot_bench b;
    b.leave(b.hold(b.who("a", {.lease = 3s, .linger = 3s})));
    EXPECT_EQ(b.pass(1s), "renew");
    EXPECT_EQ(b.renewed(), "<renewed>");
}

TEST(SlotLinger, EndsWithTheLeaseIfThatIsEarlier) {
    slot_bench b;
    b.leave(b.hold(b.who("a", {.lease = 3s, .linger = 3s})));
    EXPECT_EQ(b.pass(2969ms), "release");
}

TEST(SlotLinger, LostMeanwhileThereIsNobodyToTell) {
    slot_bench b;
    b.leave(b.hold(b.who("a", lingering)));
    EXPECT_EQ(b.lost(), "");
    EXPECT_FALSE(b.machine.engaged());
    EXPECT_EQ(b.arrive(b.who("c", lingering)), "acquire");
}

TEST(SlotLinger, OneWithOtherTermsAsksAnew) {
    slot_bench b;
    b.leave(b.hold(b.who("a", lingering)));
    EXPECT_EQ(b.arrive(b.who("c", {.lease = 4s})), "release");
    EXPECT_EQ(b.left(), "<released 256>; acquire");
}

TEST(SlotLinger, IsGivenBackWhenTheClientCloses) {
    slot_bench b;
    b.leave(b.hold(b.who("a", lingering)));
    EXPECT_EQ(b.retire(), "release");
    EXPECT_EQ(b.left(), "<released 256>");
    EXPECT_EQ(b.retire(), "");
}

TEST(SlotLinger, ClosingDoesNotTouchAHolder) {
    slot_bench b;
    const auto a = b.hold(b.who("a", lingering));
    EXPECT_EQ(b.retire(), "");
    EXPECT_TRUE(b.machine.is_holder(*a));
}

}  // namespace
}  // namespace interlock::core
