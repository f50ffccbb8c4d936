// SPDX-License-Identifier: Apache-2.0
// Waiters at a condition or a latch that are killed: the others miss nothing.
#include "faults/sync_scene.hpp"

namespace interlock::test {
namespace {

class condition_faults : public sync_scene {
protected:
    /// Returns once `who` stands in the line: it lets go of the lock only then.
    void await(const taker& who) {
        EXPECT_EQ(ask(who, "await news"), "locked");
        (void)onlooker_.mutex("news").acquire();
    }
    void notify_one() { onlooker_.condition("news").notify_one(); }
};

TEST_F(condition_faults, a_notification_passes_over_a_waiter_that_was_killed) {
    const auto killed = start();
    const auto next = start();
    const auto patient = start();
    await(killed);
    await(next);
    await(patient);
    killed->kill_at_once();
    notify_one();
    EXPECT_EQ(heard(next), "woken");
    EXPECT_EQ(patient->hear(std::chrono::milliseconds{200}), std::nullopt) << "only one was notified";
    notify_one();
    EXPECT_EQ(heard(patient), "woken");
}

TEST_F(condition_faults, a_notification_given_to_a_waiter_that_is_killed_is_passed_on) {
    const auto killed = start();
    const auto next = start(short_lease);
    await(killed);
    await(next);
    freeze_between_writes(killed);  // So that it is notified, and does not come to act upon it.
    notify_one();
    EXPECT_EQ(next->hear(std::chrono::milliseconds{200}), std::nullopt) << "the first in line is notified";
    killed->kill_at_once();
    EXPECT_EQ(heard(next), "woken");
}

TEST_F(condition_faults, a_notification_to_all_wakes_those_who_live) {
    const auto killed = start();
    const auto first = start();
    const auto second = start();
    await(first);
    await(killed);
    await(second);
    killed->kill_at_once();
    onlooker_.condition("news").notify_all();
    EXPECT_EQ(heard(first), "woken");
    EXPECT_EQ(heard(second), "woken");
}

class latch_faults : public sync_scene {};

TEST_F(latch_faults, waiting_goes_on_when_other_waiters_are_killed) {
    const auto killed = start();
    const auto first = start();
    const auto second = start();
    for (const auto* each : {&first, &killed, &second}) EXPECT_EQ(ask(*each, "pass gate 2"), "waiting");
    auto gate = onlooker_.latch("gate", 2);
    gate.count_down();
    killed->kill_at_once();
    EXPECT_EQ(first->hear(std::chrono::milliseconds{100}), std::nullopt) << "one is still to be counted";
    EXPECT_EQ(gate.pending(), 1U);
    gate.count_down();
    EXPECT_EQ(heard(first), "open");
    EXPECT_EQ(heard(second), "open");
    const auto late = start();
    EXPECT_EQ(ask(late, "pass gate 2"), "waiting");
    EXPECT_EQ(heard(late), "open");
}

}  // namespace
}  // namespace interlock::test
