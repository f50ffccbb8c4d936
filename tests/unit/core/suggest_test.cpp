// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?"
#include "core/suggest.hpp"

#include <gtest/gtest.h>

namespace interlock::core {
namespace {

const std::vector<std::string> engines{"memory", "postgres", "redis", "sqlite"};

TEST(Suggest, FindsTheNearestWord) {
    EXPECT_EQ(nearest("sqlit", engines), "sqlite");
    EXPECT_EQ(nearest("sqlite3", engines), "sqlite");
    EXPECT_EQ(nearest("postgers", engines), "postgres");
    EXPECT_EQ(nearest("redis", engines), "redis");
}

TEST(Suggest, IsSilentWhenNothingIsNear) {
    EXPECT_EQ(nearest("zookeeper", engines), "");
    EXPECT_EQ(nearest("", engines), "");
    EXPECT_EQ(nearest("x", {}), "");
    EXPECT_EQ(nearest(std::string(100'000, 's'), engines), "") << "and quick with absurd input";
}

TEST(Suggest, HintNamesTheNearestOrAll) {
    EXPECT_EQ(hint("redsi", engines), "; did you mean 'redis'?");
    EXPECT_EQ(hint("oracle", engines), "; known are memory, postgres, redis, sqlite");
    EXPECT_EQ(hint("oracle", {}), "");
}

}  // namespace
}  // namespace interlock::core
