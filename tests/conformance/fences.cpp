// SPDX-License-Identifier: Apache-2.0
// Rule 3: the fence of a name only grows, however the last hold ended.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(fences, grow_with_every_hold) {
    auto& a = open();
    auto& b = open();
    std::uint64_t last = 0;
    for (int i = 0; i < 20; ++i) {
        auto& who = i % 2 == 0 ? a : b;
        const auto held = who.take(who.exclusive("x"));
        EXPECT_GT(held.fence(), last);
        last = held.fence();
        who.release(held.owner);
    }
}

TEST_P(fences, grow_over_hand_over_expiry_and_keep) {
    auto& a = open();
    auto& b = open();
    const auto first = a.take(brief(a.exclusive("x")));
    auto second = b.start(brief(b.exclusive("x")));
    const auto after_expiry = b.take(second);
    EXPECT_GT(after_expiry.fence(), first.fence());
    auto third = a.start(a.exclusive("x"));
    b.release(second.owner, short_lease());
    EXPECT_GT(a.take(third).fence(), after_expiry.fence());
}

TEST_P(fences, grow_over_eviction) {
    NEEDS(evict);
    auto& a = open();
    const auto first = a.take(a.exclusive("x"));
    a.evict("x");
    EXPECT_GT(a.take(a.exclusive("x")).fence(), first.fence());
}

TEST_P(fences, grow_over_all_clients_leaving) {
    auto& keeper = open();
    auto& gone = open();
    const auto first = gone.take(gone.exclusive("x"));
    gone.release(first.owner);
    gone.close();
    EXPECT_GT(keeper.take(keeper.exclusive("x")).fence(), first.fence());
}

TEST_P(fences, of_readers_are_above_those_of_the_writer_before) {
    NEEDS(shared);
    auto& a = open();
    const auto writer = a.take(a.exclusive("x"));
    a.release(writer.owner);
    const auto one = a.take(a.shared("x"));
    const auto two = a.take(a.shared("x"));
    EXPECT_GT(one.fence(), writer.fence());
    a.release(one.owner);
    a.release(two.owner);
    EXPECT_GT(a.take(a.exclusive("x")).fence(), std::max(one.fence(), two.fence()));
}

TEST_P(fences, leave_room_for_local_holders) {
    auto& a = open();
    EXPECT_LT(a.take(a.exclusive("x")).fence(), std::uint64_t{1} << (63 - can().local_fence_bits));
}

}  // namespace interlock::conformance
