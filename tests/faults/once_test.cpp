// SPDX-License-Identifier: Apache-2.0
// Work that is done once, and a runner that is killed or frozen half-way.
#include "faults/sync_scene.hpp"

namespace interlock::test {
namespace {

class once_faults : public sync_scene {
protected:
    /// The name of the lock behind the work: what waits for a turn stands in its line.
    [[nodiscard]] std::string turn_of_work() {
        const auto claims = onlooker_.inspect();
        return claims.empty() ? std::string{} : claims.front().name;
    }
    [[nodiscard]] auto result() { return onlooker_.once("work").try_result(); }
    [[nodiscard]] auto phase() { return onlooker_.once("work").state().phase; }
};

TEST_F(once_faults, a_killed_runner_is_succeeded_and_all_see_the_result) {
    const auto killed = start();
    const auto next = start();
    const auto patient = start();
    ASSERT_EQ(ask(killed, "begin work"), "running");
    EXPECT_EQ(phase(), once_phase::running);
    queue_up(next, "begin work", turn_of_work(), 1);
    queue_up(patient, "begin work", turn_of_work(), 2);
    killed->kill_at_once();
    EXPECT_EQ(heard(next), "running");
    EXPECT_EQ(ask(next, "finish work well"), "finished");
    EXPECT_EQ(heard(patient), "result well");
    EXPECT_EQ(ask(start(), "begin work"), "result well");
    EXPECT_EQ(result(), "well");
}

TEST_F(once_faults, a_killed_runner_that_nobody_waits_for_leaves_the_work_idle) {
    const auto killed = start();
    ASSERT_EQ(ask(killed, "begin work"), "running");
    killed->kill_at_once();
    EXPECT_EQ(phase(), once_phase::idle);
    EXPECT_EQ(onlooker_.once("work").call([] { return "done"; }), "done");
}

TEST_F(once_faults, a_frozen_runner_cannot_overwrite_the_result_of_its_successor) {
    const auto frozen = start(short_lease);
    const auto next = start();
    ASSERT_EQ(ask(frozen, "begin work"), "running");
    queue_up(next, "begin work", turn_of_work());
    freeze_between_writes(frozen);
    EXPECT_EQ(heard(next), "running");
    EXPECT_EQ(ask(next, "finish work new"), "finished");
    frozen->thaw();
    EXPECT_EQ(ask(frozen, "finish work old"), failed(errc::stale));
    EXPECT_EQ(result(), "new");
    EXPECT_EQ(ask(frozen, "begin work"), "result new");
}

TEST_F(once_faults, a_frozen_runner_cannot_finish_what_its_successor_is_at) {
    const auto frozen = start(short_lease);
    const auto next = start();
    ASSERT_EQ(ask(frozen, "begin work"), "running");
    queue_up(next, "begin work", turn_of_work());
    freeze_between_writes(frozen);
    EXPECT_EQ(heard(next), "running");
    frozen->thaw();
    EXPECT_EQ(ask(frozen, "finish work old"), failed(errc::stale));
    EXPECT_EQ(phase(), once_phase::running);
    EXPECT_EQ(ask(next, "finish work new"), "finished");
    EXPECT_EQ(result(), "new");
}

}  // namespace
}  // namespace interlock::test
