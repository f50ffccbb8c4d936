// SPDX-License-Identifier: Apache-2.0
// Processes that end without releasing. The lease is a minute: who is served here did not wait for it.
#include <interlock/client.hpp>

#include "faults/scene.hpp"

namespace interlock::test {
namespace {

class death : public scene {};

TEST_F(death, of_the_holder_frees_the_lock_at_once) {
    const auto first = start(long_lease);
    const auto second = start(long_lease);
    const auto old_fence = acquire(first);
    ASSERT_TRUE(add_one(first));
    queue_up(second, 1);
    first->kill_at_once();
    EXPECT_GT(fence_in(second->hear().value_or("")), old_fence);
    EXPECT_TRUE(add_one(second));
}

TEST_F(death, of_the_holder_is_noticed_by_a_newcomer_that_does_not_wait) {
    const auto first = start(long_lease);
    ASSERT_GT(acquire(first), 0U);
    first->kill_at_once();
    interlock::client late{url()};
    EXPECT_TRUE(late.mutex("the lock").try_acquire().has_value());
}

TEST_F(death, of_the_holder_is_noticed_by_one_who_only_looks) {
    interlock::client onlooker{url()};
    const auto first = start(long_lease);
    ASSERT_GT(acquire(first), 0U);
    EXPECT_EQ(onlooker.inspect("the lock").size(), 1U);
    first->kill_at_once();
    EXPECT_TRUE(onlooker.inspect("the lock").empty());
}

TEST_F(death, of_the_next_in_line_passes_the_lock_to_the_one_after) {
    const auto holder = start(long_lease);
    const auto dying = start(long_lease);
    const auto patient = start(long_lease);
    const auto old_fence = acquire(holder);
    queue_up(dying, 1);
    queue_up(patient, 2);
    dying->kill_at_once();
    EXPECT_EQ(ask(holder, "release"), "released");
    EXPECT_GT(fence_in(patient->hear().value_or("")), old_fence);
}

TEST_F(death, by_exit_without_release_frees_the_lock_at_once) {
    const auto first = start(long_lease);
    const auto second = start(long_lease);
    ASSERT_GT(acquire(first), 0U);
    queue_up(second, 1);
    first->say("leave");
    EXPECT_GT(fence_in(second->hear().value_or("")), 0U);
}

TEST_F(death, by_normal_exit_while_holding_releases) {
    const auto first = start(long_lease);
    const auto second = start(long_lease);
    ASSERT_GT(acquire(first), 0U);
    queue_up(second, 1);
    first->say("quit");
    EXPECT_EQ(first->wait(), 0);
    EXPECT_GT(fence_in(second->hear().value_or("")), 0U);
}

TEST_F(death, of_everybody_leaves_fences_growing) {
    std::uint64_t last = 0;
    for (int i = 0; i < 3; ++i) {
        const auto one = start(long_lease);
        const auto fence = acquire(one);
        EXPECT_GT(fence, last);
        last = fence;
        EXPECT_TRUE(add_one(one));
        one->kill_at_once();
    }
}

}  // namespace
}  // namespace interlock::test
