// SPDX-License-Identifier: Apache-2.0
// Which thread holds which name how often.
#include "core/recursion.hpp"

#include <gtest/gtest.h>

namespace interlock::core {
namespace {

struct Recursion : testing::Test {
    recursion r;
    tenant_ptr first = std::make_shared<tenant>(std::make_shared<const lock_options>());
    tenant_ptr second = std::make_shared<tenant>(std::make_shared<const lock_options>());
};

TEST_F(Recursion, CountsLevels) {
    EXPECT_EQ(r.enter("n", 1), nullptr);
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 1), first);
    EXPECT_EQ(r.enter("n", 1), first);
    EXPECT_FALSE(r.leave("n", 1, first));
    EXPECT_FALSE(r.leave("n", 1, first));
    EXPECT_TRUE(r.leave("n", 1, first)) << "the last level";
    EXPECT_EQ(r.enter("n", 1), nullptr);
}

TEST_F(Recursion, KeepsThreadsAndNamesApart) {
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 2), nullptr);
    EXPECT_EQ(r.enter("m", 1), nullptr);
}

TEST_F(Recursion, AfterALossTheThreadMustAskAgain) {
    r.begin("n", 1, first);
    EXPECT_EQ(r.enter("n", 1), first);
    r.forget("n", 1, first);
    EXPECT_EQ(r.enter("n", 1), nullptr);
    r.begin("n", 1, second);
    EXPECT_TRUE(r.leave("n", 1, first)) << "levels of the lost one do not count for the new one";
    EXPECT_TRUE(r.leave("n", 1, first));
    EXPECT_EQ(r.enter("n", 1), second);
}

TEST_F(Recursion, ForgettingAnotherTenantDoesNothing) {
    r.begin("n", 1, first);
    r.forget("n", 1, second);
    EXPECT_EQ(r.enter("n", 1), first);
}

}  // namespace
}  // namespace interlock::core
