// SPDX-License-Identifier: Apache-2.0
// The rule of the line.
#include "core/queue_rule.hpp"

#include <gtest/gtest.h>

namespace interlock::core {
namespace {

const port::item exclusive{.name = "n"};
const port::item shared{.name = "n", .how = mode::shared};
port::item permits(std::uint32_t some, std::uint32_t of) {
    return {.name = "n", .how = mode::permits, .permits = some, .limit = of};
}

ahead after(const std::vector<port::item>& earlier) {
    ahead out;
    for (const auto& each : earlier) out.add(each.how, each.permits);
    return out;
}

TEST(QueueRule, NothingAheadBlocksNothing) {
    EXPECT_FALSE(after({}).blocks(exclusive));
    EXPECT_FALSE(after({}).blocks(shared));
    EXPECT_FALSE(after({}).blocks(permits(3, 3)));
    EXPECT_FALSE(after({}).blocks_everything());
}

TEST(QueueRule, ExclusiveBlocksEverything) {
    const auto a = after({exclusive});
    EXPECT_TRUE(a.blocks(exclusive));
    EXPECT_TRUE(a.blocks(shared));
    EXPECT_TRUE(a.blocks(permits(1, 9)));
    EXPECT_TRUE(a.blocks_everything());
}

TEST(QueueRule, SharedGoesWithSharedOnly) {
    const auto a = after({shared, shared});
    EXPECT_TRUE(a.blocks(exclusive));
    EXPECT_FALSE(a.blocks(shared));
    EXPECT_TRUE(a.blocks(permits(1, 9)));
    EXPECT_FALSE(a.blocks_everything());
}

TEST(QueueRule, PermitsGoTogetherUpToTheLimit) {
    const auto a = after({permits(2, 4), permits(1, 4)});
    EXPECT_FALSE(a.blocks(permits(1, 4)));
    EXPECT_TRUE(a.blocks(permits(2, 4)));
    EXPECT_TRUE(a.blocks(shared));
    EXPECT_TRUE(a.blocks(exclusive));
}

TEST(QueueRule, ManyPermitsDoNotOverflow) {
    const auto most = std::numeric_limits<std::uint32_t>::max();
    EXPECT_TRUE(after({permits(most, most), permits(1, most)}).blocks(permits(1, most)));
}

TEST(QueueRule, AWriterInLineStopsReadersBehindIt) { EXPECT_TRUE(after({shared, exclusive}).blocks(shared)); }

TEST(QueueRule, UpgradeableGoesWithSharedButNotWithItsLike) {
    const port::item upgradeable{.name = "n", .how = mode::upgradeable};
    const auto a = after({shared, upgradeable});
    EXPECT_FALSE(a.blocks(shared));
    EXPECT_TRUE(a.blocks(upgradeable));
    EXPECT_TRUE(a.blocks(exclusive));
    EXPECT_TRUE(a.blocks(permits(1, 9)));
    EXPECT_FALSE(a.blocks_everything());
    EXPECT_FALSE(after({shared}).blocks(upgradeable));
    EXPECT_TRUE(after({permits(1, 9)}).blocks(upgradeable));
    EXPECT_TRUE(after({exclusive}).blocks(upgradeable));
}

}  // namespace
}  // namespace interlock::core
