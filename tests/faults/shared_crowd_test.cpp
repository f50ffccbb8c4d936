// SPDX-License-Identifier: Apache-2.0
// Readers and writers in many processes, some of them killed: none overlap, nothing is lost, nobody starves.
#include <algorithm>

#include "faults/recorded_crowd.hpp"

namespace interlock::test {
namespace {

class shared_crowd : public recorded_crowd {
protected:
    /// Until the first had `share` more turns; nobody may have had less than half of that then.
    void expect_fair_shares(int share) {
        std::vector<int> before;
        for (const auto& each : members_) before.push_back(each->turns());
        const auto more = [&](std::size_t which) { return members_[which]->turns() - before[which]; };
        const auto first_is_done = [&] {
            for (std::size_t i = 0; i < members_.size(); ++i)
                if (more(i) >= share) return true;
            return false;
        };
        ASSERT_TRUE(eventually(first_is_done, std::chrono::minutes{2}));
        int least = share;
        for (std::size_t i = 0; i < members_.size(); ++i) least = std::min(least, more(i));
        EXPECT_GE(2 * least, share) << "when the first had all its turns, another had only " << least;
    }
};

TEST_F(shared_crowd, of_readers_and_writers_stays_exact_and_fair_while_members_are_killed) {
    constexpr int wanted = 20'000;
    gather("shared", 6);
    for (int part = 1; part <= 20; ++part) {
        ASSERT_NO_FATAL_FAILURE(replace_many(1));
        ASSERT_TRUE(eventually([&] { return turns() >= part * wanted / 40; }, std::chrono::minutes{2}));
    }
    ASSERT_NO_FATAL_FAILURE(expect_fair_shares(wanted / 2 / 6));
    ASSERT_TRUE(eventually([&] { return turns() >= wanted; }, std::chrono::minutes{2}));
    disband();
    // One that was killed may have written and not come to tell it.
    const auto written = static_cast<int>(guarded_counter{counter_file()}.read().value);
    EXPECT_GE(written, writes());
    EXPECT_LE(written, writes() + kills() + 6);
}

}  // namespace
}  // namespace interlock::test
