// SPDX-License-Identifier: Apache-2.0
// Processes that wait for each other's locks: found at once, avoided by multi_lock, dissolved by a death.
#include <algorithm>

#include "faults/sync_scene.hpp"

namespace interlock::test {
namespace {

class deadlock_faults : public sync_scene {
protected:
    [[nodiscard]] bool somebody_waits_for(const std::string& name) {
        const auto claims = onlooker_.inspect(name);
        return std::any_of(claims.begin(), claims.end(), [](const auto& each) { return !each.holding; });
    }
};

TEST_F(deadlock_faults, of_two_processes_is_told_to_exactly_one_of_them) {
    const auto first = start();
    const auto second = start();
    for (int round = 0; round < 20; ++round) {
        ASSERT_GT(fence_in(ask(first, "write a")), 0U);
        ASSERT_GT(fence_in(ask(second, "write b")), 0U);
        first->say("write b");
        second->say("write a");
        // Whichever of the two came first waits, and only the other is refused.
        bool first_waits = false;
        ASSERT_TRUE(
            eventually([&] { return (first_waits = somebody_waits_for("b")) || somebody_waits_for("a"); }));
        const auto& refused = first_waits ? second : first;
        const auto& waiting = first_waits ? first : second;
        ASSERT_EQ(heard(refused), failed(errc::deadlock));
        ASSERT_EQ(ask(refused, first_waits ? "release b" : "release a"), "released");
        ASSERT_GT(fence_in(heard(waiting)), 0U);
        ASSERT_EQ(ask(waiting, "release a"), "released");
        ASSERT_EQ(ask(waiting, "release b"), "released");
    }
}

TEST_F(deadlock_faults, never_comes_about_with_multi_lock_in_whichever_order) {
    constexpr int times = 300;
    const auto first = start();
    const auto second = start();
    first->say("transfer a b " + std::to_string(times));
    second->say("transfer b a " + std::to_string(times));
    EXPECT_EQ(heard(first), "done");
    EXPECT_EQ(heard(second), "done");
    EXPECT_EQ(guarded_counter{counter_file()}.read().value, 2U * times);
}

TEST_F(deadlock_faults, is_none_any_more_when_a_process_in_the_middle_of_the_chain_was_killed) {
    const auto first = start();
    const auto killed = start();
    const auto last = start();
    ASSERT_GT(fence_in(ask(first, "write a")), 0U);
    ASSERT_GT(fence_in(ask(killed, "write b")), 0U);
    ASSERT_GT(fence_in(ask(last, "write c")), 0U);
    queue_up(first, "write b", "b");
    queue_up(killed, "write c", "c");
    freeze_between_writes(first);  // So that it cannot clear away what the dead one leaves.
    killed->kill_at_once();
    queue_up(last, "write a", "a");
    EXPECT_EQ(last->hear(std::chrono::milliseconds{100}), std::nullopt) << "it waits, and is not refused";
    first->thaw();
    EXPECT_GT(fence_in(heard(first)), 0U);
    EXPECT_EQ(ask(first, "release a"), "released");
    EXPECT_GT(fence_in(heard(last)), 0U);
}

TEST_F(deadlock_faults, is_told_if_the_chain_is_whole) {
    const auto first = start();
    const auto middle = start();
    const auto last = start();
    ASSERT_GT(fence_in(ask(first, "write a")), 0U);
    ASSERT_GT(fence_in(ask(middle, "write b")), 0U);
    ASSERT_GT(fence_in(ask(last, "write c")), 0U);
    queue_up(first, "write b", "b");
    queue_up(middle, "write c", "c");
    EXPECT_EQ(ask(last, "write a"), failed(errc::deadlock));
}

}  // namespace
}  // namespace interlock::test
