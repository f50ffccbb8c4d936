// SPDX-License-Identifier: Apache-2.0
// Leaders that are killed or frozen: the next one leads in a greater term, and never two at a time.
#include "faults/recorded_crowd.hpp"

namespace interlock::test {
namespace {

class election_faults : public sync_scene {
protected:
    [[nodiscard]] auto leader() { return onlooker_.election("chair").leader(); }
};

TEST_F(election_faults, a_killed_leader_is_succeeded_at_once_in_a_greater_term) {
    const auto killed = start();
    const auto next = start();
    const auto old_term = fence_in(ask(killed, "campaign chair old"));
    ASSERT_EQ(ask(killed, "add chair"), "written");
    queue_up(next, "campaign chair new", "chair");
    killed->kill_at_once();
    const auto term = fence_in(heard(next));
    EXPECT_GT(term, old_term);
    EXPECT_EQ(ask(next, "add chair"), "written");
    ASSERT_TRUE(leader().has_value());
    EXPECT_EQ(leader()->value, "new");
    EXPECT_EQ(leader()->term, term);
}

TEST_F(election_faults, a_killed_leader_without_candidates_leaves_nobody_leading) {
    const auto killed = start();
    ASSERT_GT(fence_in(ask(killed, "campaign chair old")), 0U);
    ASSERT_TRUE(leader().has_value());
    killed->kill_at_once();
    EXPECT_FALSE(leader().has_value());
}

TEST_F(election_faults, a_frozen_leader_finds_itself_deposed_and_its_word_stale) {
    const auto frozen = start(short_lease);
    const auto next = start();
    const auto old_term = fence_in(ask(frozen, "campaign chair old"));
    ASSERT_EQ(ask(frozen, "add chair"), "written");
    queue_up(next, "campaign chair new", "chair");
    freeze_between_writes(frozen);
    EXPECT_GT(fence_in(heard(next)), old_term);
    EXPECT_EQ(ask(next, "add chair"), "written");
    frozen->thaw();
    EXPECT_EQ(ask(frozen, "valid chair"), "lost");
    EXPECT_EQ(ask(frozen, "proclaim chair still-me"), failed(errc::stale));
    EXPECT_EQ(ask(frozen, "add chair"), "refused");
    EXPECT_EQ(ask(next, "valid chair"), "valid");
    EXPECT_EQ(ask(next, "proclaim chair newer"), "proclaimed");
    ASSERT_TRUE(leader().has_value());
    EXPECT_EQ(leader()->value, "newer");
}

class election_crowd : public recorded_crowd {};

TEST_F(election_crowd, never_has_two_leaders_at_a_time_while_leaders_are_killed) {
    gather("election", 4);
    ASSERT_NO_FATAL_FAILURE(replace_many(20));
    ASSERT_TRUE(eventually([&] { return turns() >= 1'000; }, std::chrono::minutes{2}));
    disband();
    EXPECT_GE(guarded_counter{counter_file()}.read().value, static_cast<std::uint64_t>(writes()));
}

}  // namespace
}  // namespace interlock::test
