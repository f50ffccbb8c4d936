// SPDX-License-Identifier: Apache-2.0
// Which thread holds which name how often.
#include "core/recursion.hpp"

#include <gtest/gtest.h>

namespace interlock::core {
namespace {

using left = recursion::left;

struct Recursion : testing::Test {
    recursion r;
    tenant_ptr first = std::make_shared<tenant>(std::make_shared<const lock_options>());
    tenant_ptr second = std::make_shared<tenant>(std::make_shared<const lock_options>());
};

TEST_F(Recursion, CountsLevels) {
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, nullptr);
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, first);
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, first);
    EXPECT_EQ(r.leave("n", 1, first, mode::exclusive), left::more);
    EXPECT_EQ(r.leave("n", 1, first, mode::exclusive), left::more);
    EXPECT_EQ(r.leave("n", 1, first, mode::exclusive), left::nothing) << "the last level";
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, nullptr);
}

TEST_F(Recursion, KeepsThreadsAndNamesApart) {
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 2, mode::exclusive).who, nullptr);
    EXPECT_EQ(r.enter("m", 1, mode::exclusive).who, nullptr);
}

TEST_F(Recursion, AfterALossTheThreadMustAskAgain) {
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, first);
    r.forget("n", 1, first);
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, nullptr);
    r.begin("n", 1, second);
    EXPECT_EQ(r.leave("n", 1, first, mode::exclusive), left::nothing)
        << "levels of the lost one do not count for the new one";
    EXPECT_EQ(r.leave("n", 1, first, mode::exclusive), left::nothing);
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, second);
}

TEST_F(Recursion, AWriterMayReadAndReadsOnWhenItHasWritten) {
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 1, mode::shared).who, first);
    EXPECT_EQ(r.leave("n", 1, first, mode::exclusive), left::reading) << "to be downgraded";
    const auto again = r.enter("n", 1, mode::exclusive);
    EXPECT_TRUE(again.refused) << "it only reads now";
    EXPECT_EQ(r.leave("n", 1, first, mode::shared), left::nothing);
}

TEST_F(Recursion, AReaderMayReadAgainButNotWrite) {
    first->as = mode::shared;
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 1, mode::shared).who, first);
    EXPECT_TRUE(r.enter("n", 1, mode::exclusive).refused);
    EXPECT_EQ(r.leave("n", 1, first, mode::shared), left::more) << "the refused one was not counted";
    EXPECT_EQ(r.leave("n", 1, first, mode::shared), left::nothing);
}

TEST_F(Recursion, ForgettingAnotherTenantDoesNothing) {
    r.begin("n", 1, first);
    r.forget("n", 1, second);
    EXPECT_EQ(r.enter("n", 1, mode::exclusive).who, first);
}

}  // namespace
}  // namespace interlock::core
