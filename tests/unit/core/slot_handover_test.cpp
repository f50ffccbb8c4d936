// SPDX-License-Identifier: Apache-2.0
// Passing a hold on inside the process.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

TEST(SlotHandOver, TheNextInLineGetsItWithoutTheEngineAndWithAHigherFence) {
    slot_bench b;
    const auto a = b.hold(b.who("a"), 5);
    const auto c = b.who("c");
    b.arrive(c);
    EXPECT_EQ(b.leave(a), "released a; <handed_over 1281>; granted c");
    EXPECT_EQ(a->fence, 5U << 8U);
    EXPECT_EQ(c->fence, (5U << 8U) + 1);
    EXPECT_FALSE(b.machine.is_holder(*a));
}

TEST(SlotHandOver, TheLineIsServedInItsOrder) {
    slot_bench b;
    auto holder = b.hold(b.who("0"));
    std::vector<named> line;
    for (int i = 1; i <= 5; ++i) {
        line.push_back(b.who(std::to_string(i)));
        b.arrive(line.back());
    }
    for (const auto& next : line) {
        const auto said = b.leave(holder);
        EXPECT_TRUE(said.ends_with("granted " + next->name)) << said;
        EXPECT_GT(next->fence, holder->fence);
        holder = next;
    }
}

/// How often a hold is passed on while there is always one more in line.
int passes(slot_bench& b, const lock_options& terms, bool contended) {
    auto holder = b.hold(b.who("x", terms), 1, contended);
    for (int n = 0;; ++n) {
        const auto next = b.who("y", terms);
        b.arrive(next);
        b.leave(holder);
        if (b.machine.leaving()) return n;
        if (b.now += 1ms; n % 100 == 99) b.renewed(port::status::done, 3s, contended);
        holder = next;
    }
}

TEST(SlotHandOver, IsBoundedWhileOthersWaitOutside) {
    slot_bench b;
    EXPECT_EQ(passes(b, {.lease = 3s, .local_handovers = 4}, true), 4);
}

TEST(SlotHandOver, ZeroMeansNeverWhileOthersWaitOutside) {
    slot_bench b;
    EXPECT_EQ(passes(b, {.lease = 3s, .local_handovers = 0}, true), 0);
}

TEST(SlotHandOver, IsBoundedOnlyByTheFenceBitsWhenNobodyWaitsOutside) {
    slot_bench b;
    EXPECT_EQ(passes(b, {.lease = 3s, .local_handovers = 4}, false), 255);
}

TEST(SlotHandOver, DoesNotHappenWithoutFenceBits) {
    slot_bench b{port::capabilities{.fair = true, .contention = true, .local_fence_bits = 0}};
    EXPECT_EQ(passes(b, {.lease = 3s}, false), 0);
}

TEST(SlotHandOver, AnEngineThatCannotTellCountsAsContended) {
    slot_bench b{port::capabilities{.fair = true, .contention = false}};
    EXPECT_EQ(passes(b, {.lease = 3s, .local_handovers = 3}, false), 3);
}

TEST(SlotHandOver, AClaimElsewhereThatComesLaterBoundsItToo) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .local_handovers = 1};
    const auto a = b.hold(b.who("a", terms));
    const auto c = b.who("c", terms);
    b.arrive(c);
    EXPECT_EQ(b.contended(), "");
    EXPECT_EQ(b.leave(a), "released a; <handed_over 257>; granted c");
    b.arrive(b.who("d", terms));
    EXPECT_EQ(b.leave(c), "release");
    EXPECT_EQ(b.left(), "<released 257>; released c; acquire") << "and then it stands in line again";
}

TEST(SlotHandOver, ARenewalMayTellOfContention) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .local_handovers = 0};
    const auto a = b.hold(b.who("a", terms));
    b.arrive(b.who("c", terms));
    b.pass_to_next_tick();
    b.renewed(port::status::done, 3s, true);
    EXPECT_EQ(b.leave(a), "release");
}

TEST(SlotHandOver, NotToOneWithAnotherLease) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.arrive(b.who("c", {.lease = 4s}));
    EXPECT_EQ(b.leave(a), "release");
}

TEST(SlotHandOver, NotFromOrToOneWhoseLeaseIsNotRenewed) {
    slot_bench from;
    const auto a = from.hold(from.who("a", {.lease = 3s, .renew = renewal::never}));
    from.arrive(from.who("c"));
    EXPECT_EQ(from.leave(a), "release");
    slot_bench to;
    const auto d = to.hold(to.who("d"));
    to.arrive(to.who("e", {.lease = 3s, .renew = renewal::never}));
    EXPECT_EQ(to.leave(d), "release");
}

TEST(SlotHandOver, NotWhenLittleOfTheLeaseIsLeft) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.arrive(b.who("c"));
    b.now += 2s;
    EXPECT_EQ(b.leave(a), "release");
}

TEST(SlotHandOver, KeepsTheRenewalThatWasDue) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    const auto due = b.machine.next_tick();
    b.now += 500ms;
    b.arrive(b.who("c"));
    b.leave(a);
    EXPECT_EQ(b.machine.next_tick(), due);
}

TEST(SlotHandOver, WhoeverWithdrewIsPassedOver) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    const auto c = b.who("c");
    b.arrive(c);
    b.arrive(b.who("d"));
    EXPECT_EQ(b.withdraw(c), "busy c");
    EXPECT_EQ(b.leave(a), "released a; <handed_over 257>; granted d");
}

TEST(SlotHandOver, TheFormerHolderCannotLeaveTwice) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    const auto c = b.who("c");
    b.arrive(c);
    b.leave(a);
    EXPECT_EQ(b.leave(a), "released a (lock lost)");
    EXPECT_TRUE(b.machine.is_holder(*c));
}

}  // namespace
}  // namespace interlock::core
