// SPDX-License-Identifier: Apache-2.0
// A process that forks while it holds the lock.
#include <interlock/client.hpp>

#include "faults/scene.hpp"

namespace interlock::test {
namespace {

class forking : public scene {};

TEST_F(forking, while_holding_leaves_the_lock_with_the_parent) {
    const auto parent = start(long_lease);
    ASSERT_GT(acquire(parent), 0U);
    EXPECT_EQ(ask(parent, "try-in-child"), "child holds nothing");
    interlock::client other{url()};
    EXPECT_FALSE(other.mutex("the lock").try_acquire().has_value());
    EXPECT_EQ(ask(parent, "valid"), "valid");
    EXPECT_TRUE(add_one(parent));
    EXPECT_EQ(ask(parent, "release"), "released");
    EXPECT_TRUE(other.mutex("the lock").try_acquire().has_value());
}

}  // namespace
}  // namespace interlock::test
