// SPDX-License-Identifier: Apache-2.0
// Processes that are frozen past their lease and come back.
#include <interlock/client.hpp>

#include "faults/scene.hpp"

namespace interlock::test {
namespace {

class freeze : public scene {};

TEST_F(freeze, of_the_holder_past_its_lease_frees_the_lock_and_its_late_write_is_refused) {
    const auto frozen = start(short_lease);
    const auto next = start(long_lease);
    const auto old_fence = acquire(frozen);
    ASSERT_TRUE(add_one(frozen));
    ASSERT_TRUE(ask(frozen, "read").starts_with("read "));
    queue_up(next, 1);
    frozen->freeze();
    EXPECT_GT(fence_in(next->hear().value_or("")), old_fence);
    EXPECT_TRUE(add_one(next));
    frozen->thaw();
    EXPECT_EQ(ask(frozen, "valid"), "lost");
    EXPECT_EQ(ask(frozen, "write"), "refused");
    EXPECT_EQ(ask(frozen, "await-loss"), "lost");
    EXPECT_EQ(ask(frozen, "release"), "lock lost");
    EXPECT_EQ(ask(next, "valid"), "valid");
}

TEST_F(freeze, of_the_holder_shorter_than_its_lease_changes_nothing) {
    const auto holder = start(long_lease);
    ASSERT_GT(acquire(holder), 0U);
    holder->freeze();
    interlock::client other{url()};
    EXPECT_FALSE(other.mutex("the lock").try_acquire_for(std::chrono::milliseconds{200}).has_value());
    holder->thaw();
    EXPECT_EQ(ask(holder, "valid"), "valid");
    EXPECT_TRUE(add_one(holder));
    EXPECT_EQ(ask(holder, "release"), "released");
}

TEST_F(freeze, of_the_next_in_line_costs_only_its_confirmation_lease) {
    const auto holder = start(long_lease);
    const auto frozen = start(long_lease);
    const auto patient = start(long_lease);
    ASSERT_GT(acquire(holder), 0U);
    queue_up(frozen, 1);
    queue_up(patient, 2);
    frozen->freeze();
    EXPECT_EQ(ask(holder, "release"), "released");
    const auto fence = fence_in(patient->hear().value_or(""));
    EXPECT_GT(fence, 0U);
    EXPECT_TRUE(add_one(patient));
    frozen->thaw();  // It finds its turn gone and stands in line again.
    EXPECT_EQ(ask(patient, "release"), "released");
    EXPECT_GT(fence_in(frozen->hear().value_or("")), fence);
    EXPECT_TRUE(add_one(frozen));
}

}  // namespace
}  // namespace interlock::test
