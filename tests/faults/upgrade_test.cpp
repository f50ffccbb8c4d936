// SPDX-License-Identifier: Apache-2.0
// A reader that becomes the writer, while readers or it itself are killed or frozen.
#include "faults/sync_scene.hpp"

namespace interlock::test {
namespace {

class upgrade : public sync_scene {};

TEST_F(upgrade, comes_through_at_once_when_the_last_reader_is_killed) {
    const auto upgrader = start();
    const auto reader = start();
    const auto another = start();
    const auto old_fence = fence_in(ask(upgrader, "read-first book"));
    ASSERT_GT(fence_in(ask(reader, "read book")), 0U);
    ASSERT_GT(fence_in(ask(another, "read book")), 0U);
    queue_up(upgrader, "upgrade book", "book");
    reader->kill_at_once();
    EXPECT_EQ(upgrader->hear(std::chrono::milliseconds{100}), std::nullopt) << "one still reads";
    another->kill_at_once();
    EXPECT_GT(fence_in(heard(upgrader)), old_fence);
    EXPECT_EQ(ask(upgrader, "add book"), "written");
}

TEST_F(upgrade, comes_through_after_the_lease_of_a_frozen_reader) {
    const auto upgrader = start();
    const auto frozen = start(short_lease);
    ASSERT_GT(fence_in(ask(upgrader, "read-first book")), 0U);
    const auto old_fence = fence_in(ask(frozen, "read book"));
    queue_up(upgrader, "upgrade book", "book");
    freeze_between_writes(frozen);
    EXPECT_GT(fence_in(heard(upgrader)), old_fence);
    EXPECT_EQ(ask(upgrader, "add book"), "written");
    frozen->thaw();
    EXPECT_EQ(ask(frozen, "valid book"), "lost");
    EXPECT_EQ(ask(frozen, "release book"), failed(errc::lost));
    EXPECT_EQ(ask(upgrader, "valid book"), "valid");
}

TEST_F(upgrade, of_one_who_is_killed_meanwhile_leaves_readers_free) {
    const auto upgrader = start();
    const auto reader = start();
    const auto newcomer = start();
    ASSERT_GT(fence_in(ask(upgrader, "read-first book")), 0U);
    ASSERT_GT(fence_in(ask(reader, "read book")), 0U);
    queue_up(upgrader, "upgrade book", "book", 1);
    queue_up(newcomer, "read book", "book", 2);
    upgrader->kill_at_once();
    EXPECT_GT(fence_in(heard(newcomer)), 0U);
    EXPECT_EQ(ask(reader, "valid book"), "valid");
    EXPECT_TRUE(onlooker_.shared_mutex("book").upgradeable().try_acquire().has_value());
}

TEST_F(upgrade, of_one_who_was_frozen_past_its_lease_is_lost) {
    const auto frozen = start(short_lease);
    const auto reader = start();
    const auto newcomer = start();
    ASSERT_GT(fence_in(ask(frozen, "read-first book")), 0U);
    ASSERT_GT(fence_in(ask(reader, "read book")), 0U);
    queue_up(frozen, "upgrade book", "book", 1);
    queue_up(newcomer, "read book", "book", 2);
    freeze_between_writes(frozen);
    EXPECT_GT(fence_in(heard(newcomer)), 0U);
    frozen->thaw();
    EXPECT_EQ(heard(frozen), failed(errc::lost));
    EXPECT_EQ(ask(reader, "valid book"), "valid");
}

}  // namespace
}  // namespace interlock::test
