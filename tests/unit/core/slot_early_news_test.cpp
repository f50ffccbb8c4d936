// SPDX-License-Identifier: Apache-2.0
// News about a grant that arrives before the grant itself: another thread may bring it.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

TEST(SlotEarlyNews, LossBeforeTheGrantIsNotForgotten) {
    slot_bench b;
    b.arrive(b.who("a"));
    EXPECT_EQ(b.lost(), "") << "nobody was told of a hold yet";
    EXPECT_EQ(b.grant(1), "withdraw") << "what was evicted on its way must not be believed";
    EXPECT_EQ(b.left(), "acquire");
    EXPECT_EQ(b.grant(2), "<acquired 512>; granted a") << "the loss concerned the first grant only";
}

TEST(SlotEarlyNews, ContentionBeforeTheGrantBoundsTheHandOver) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .local_handovers = 0};
    const auto a = b.who("a", terms);
    b.arrive(a);
    EXPECT_EQ(b.contended(), "");
    b.grant(1, false);
    b.arrive(b.who("c", terms));
    EXPECT_EQ(b.leave(a), "release");
}

TEST(SlotEarlyNews, ContentionBeforeTheGrantForbidsToLinger) {
    slot_bench b;
    const auto a = b.who("a", {.lease = 3s, .linger = 1s});
    b.arrive(a);
    b.contended();
    b.grant(1, false);
    EXPECT_EQ(b.leave(a), "release");
}

TEST(SlotEarlyNews, ContentionIsForgottenWithItsGrant) {
    slot_bench b;
    const lock_options terms{.lease = 3s, .linger = 1s};
    const auto a = b.hold(b.who("a", terms), 1, true);
    b.leave(a);
    b.left();
    b.arrive(a);
    b.grant(2, false);
    EXPECT_EQ(b.leave(a), "released a") << "lingers";
}

}  // namespace
}  // namespace interlock::core
