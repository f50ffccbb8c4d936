// SPDX-License-Identifier: Apache-2.0
// Members of a barrier that are killed or frozen while they wait: generations are never mixed.
#include <algorithm>

#include "faults/recorded_crowd.hpp"

namespace interlock::test {
namespace {

class barrier_faults : public sync_scene {
protected:
    void expect_waiting(std::uint32_t how_many) {
        auto meeting = onlooker_.barrier("meeting", 3);
        EXPECT_TRUE(eventually([&] { return meeting.waiting() == how_many; }))
            << meeting.waiting() << " wait";
    }
    void arrive(const taker& who, std::uint32_t place) {
        who->say("arrive meeting 3");
        expect_waiting(place);
    }
    /// All three are told that they passed together, one of them as the last.
    static void expect_passed(std::vector<const taker*> together, const std::string& generation) {
        std::vector<std::string> said;
        for (const auto* each : together) said.push_back(heard(*each));
        std::sort(said.begin(), said.end());
        const auto passed = "passed " + generation;
        EXPECT_EQ(said, (std::vector{passed, passed, passed + " last"}));
    }
};

TEST_F(barrier_faults, a_killed_member_is_not_counted_and_its_replacement_fills_its_place) {
    const auto killed = start();
    const auto first = start();
    const auto second = start();
    const auto replacement = start();
    arrive(killed, 1);
    arrive(first, 2);
    killed->kill_at_once();
    second->say("arrive meeting 3");
    EXPECT_EQ(second->hear(std::chrono::milliseconds{200}), std::nullopt) << "a dead one was counted";
    expect_waiting(2);
    replacement->say("arrive meeting 3");
    expect_passed({&first, &second, &replacement}, "0");
    for (const auto* each : {&first, &second, &replacement}) (*each)->say("arrive meeting 3");
    expect_passed({&first, &second, &replacement}, "1");
}

TEST_F(barrier_faults, a_frozen_member_is_taken_out_after_its_lease_and_told_so) {
    const auto frozen = start(short_lease);
    const auto first = start();
    const auto second = start();
    arrive(frozen, 1);
    freeze_between_writes(frozen);
    ASSERT_TRUE(eventually([&] { return onlooker_.inspect().empty(); })) << "its lease does not end";
    arrive(first, 2);
    second->say("arrive meeting 3");
    EXPECT_EQ(second->hear(std::chrono::milliseconds{200}), std::nullopt) << "the frozen one was counted";
    frozen->thaw();
    EXPECT_EQ(heard(frozen), failed(errc::lost));
    expect_waiting(2);
    frozen->say("arrive meeting 3");
    expect_passed({&frozen, &first, &second}, "0");
}

class barrier_crowd : public recorded_crowd {};

TEST_F(barrier_crowd, passes_generation_after_generation_while_members_are_killed) {
    gather("barrier", 4);
    ASSERT_NO_FATAL_FAILURE(replace_many(20));
    disband();
    std::map<std::uint64_t, int> passed;
    for (const auto* all : {&members_, &gone_}) {
        for (const auto& each : *all) {
            const auto own = each->passed();
            for (const auto generation : own) ++passed[generation];
            // There are as many members as parties: no generation can pass without one who lives.
            for (std::size_t i = 1; i < own.size(); ++i) EXPECT_EQ(own[i], own[i - 1] + 1);
        }
    }
    for (const auto& [generation, members] : passed) EXPECT_LE(members, 4) << "generation " << generation;
}

}  // namespace
}  // namespace interlock::test
