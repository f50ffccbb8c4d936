// SPDX-License-Identifier: Apache-2.0
// One timer for many slots.
#include "core/schedule.hpp"

#include <gtest/gtest.h>

namespace interlock::core {
namespace {

using namespace std::chrono_literals;
constexpr time_point t{1000s};
using slots = std::vector<int*>;

struct Schedule : testing::Test {
    schedule<int> s;
    int a = 0, b = 0, c = 0;
};

TEST_F(Schedule, IsEmptyAtFirst) {
    EXPECT_EQ(s.next(), never);
    EXPECT_TRUE(s.due(t).empty());
    s.forget(&a);
}

TEST_F(Schedule, TellsWhetherTheEarliestChanged) {
    EXPECT_TRUE(s.want(&a, t + 5s));
    EXPECT_FALSE(s.want(&b, t + 6s));
    EXPECT_TRUE(s.want(&c, t + 4s));
    EXPECT_EQ(s.next(), t + 4s);
}

TEST_F(Schedule, GivesOutWhatIsDueOldestFirst) {
    s.want(&a, t + 3s);
    s.want(&b, t + 1s);
    s.want(&c, t + 9s);
    EXPECT_EQ(s.due(t + 3s), (slots{&b, &a}));
    EXPECT_EQ(s.next(), t + 9s);
    EXPECT_TRUE(s.due(t + 3s).empty()) << "each once";
}

TEST_F(Schedule, MovesATickForwardButNotBack) {
    s.want(&a, t + 5s);
    EXPECT_FALSE(s.want(&a, t + 8s)) << "it is ticked early and says so again";
    EXPECT_EQ(s.next(), t + 5s);
    EXPECT_TRUE(s.want(&a, t + 2s));
    EXPECT_EQ(s.due(t + 10s), slots{&a});
    EXPECT_EQ(s.next(), never);
}

TEST_F(Schedule, NeverIsNotNoted) {
    EXPECT_FALSE(s.want(&a, never));
    EXPECT_EQ(s.next(), never);
}

TEST_F(Schedule, ForgetsOne) {
    s.want(&a, t);
    s.want(&b, t);
    s.forget(&a);
    EXPECT_EQ(s.due(t), slots{&b});
}

}  // namespace
}  // namespace interlock::core
