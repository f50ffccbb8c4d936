// SPDX-License-Identifier: Apache-2.0
// Permits of processes that are killed or frozen: they come back, and never more than there are.
#include "faults/recorded_crowd.hpp"

namespace interlock::test {
namespace {

class permits : public recorded_crowd {};

TEST_F(permits, of_killed_holders_come_back_at_once) {
    const auto two = start();
    const auto one = start();
    const auto next = start();
    ASSERT_GT(fence_in(ask(two, "permits pool 2 3")), 0U);
    ASSERT_GT(fence_in(ask(one, "permits pool 1 3")), 0U);
    queue_up(next, "permits pool 3 3", "pool");
    two->kill_at_once();
    EXPECT_EQ(next->hear(std::chrono::milliseconds{200}), std::nullopt) << "one permit is still in use";
    one->kill_at_once();
    EXPECT_GT(fence_in(heard(next)), 0U);
    EXPECT_FALSE(onlooker_.semaphore("pool").try_acquire().has_value());
}

TEST_F(permits, of_a_frozen_holder_come_back_after_its_lease) {
    const auto frozen = start(short_lease);
    const auto next = start();
    const auto old_fence = fence_in(ask(frozen, "permits pool 2 3"));
    queue_up(next, "permits pool 3 3", "pool");
    freeze_between_writes(frozen);
    EXPECT_GT(fence_in(heard(next)), old_fence);
    frozen->thaw();
    EXPECT_EQ(ask(frozen, "valid pool"), "lost");
    EXPECT_EQ(ask(frozen, "release pool"), failed(errc::lost));
    EXPECT_EQ(ask(next, "valid pool"), "valid");
}

TEST_F(permits, in_use_are_never_above_the_limit_while_holders_are_killed) {
    gather("permits", 5);
    ASSERT_NO_FATAL_FAILURE(replace_many(20));
    ASSERT_TRUE(eventually([&] { return turns() >= 3'000; }, std::chrono::minutes{2}));
    disband(3);
    EXPECT_TRUE(onlooker_.semaphore("the lock").permits(3).try_acquire().has_value());
}

}  // namespace
}  // namespace interlock::test
