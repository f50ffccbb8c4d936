// SPDX-License-Identifier: Apache-2.0
// Chance, and the count of forks.
#include "runtime/entropy.hpp"

#include <gtest/gtest.h>

#include <set>

#include "runtime/fork.hpp"
#include "runtime/identity.hpp"
#include "unit/runtime/child.hpp"

namespace interlock::runtime {
namespace {

TEST(Entropy, IdsDiffer) {
    system_entropy chance;
    std::set<port::owner_id> seen;
    for (int i = 0; i < 10'000; ++i) EXPECT_TRUE(seen.insert(chance.draw_id()).second);
    EXPECT_FALSE(seen.contains(port::owner_id{}));
}

TEST(Entropy, IdsDifferBetweenThreads) {
    system_entropy chance;
    std::set<port::owner_id> here;
    std::set<port::owner_id> there;
    std::thread other{[&] {
        for (int i = 0; i < 1000; ++i) there.insert(chance.draw_id());
    }};
    for (int i = 0; i < 1000; ++i) here.insert(chance.draw_id());
    other.join();
    here.merge(there);
    EXPECT_EQ(here.size(), 2000U);
}

TEST(Entropy, IdsDifferAfterAFork) {
    system_entropy chance;
    static_cast<void>(chance.draw_id());  // Now a block is drawn ahead.
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const int code = test::in_child([&] {
        const auto childs = chance.draw_id();
        return ::write(ends[1], childs.bytes.data(), childs.bytes.size()) == 16 ? 0 : 1;
    });
    ASSERT_EQ(code, 0);
    port::owner_id childs;
    ASSERT_EQ(::read(ends[0], childs.bytes.data(), childs.bytes.size()), 16);
    EXPECT_NE(childs, chance.draw_id());
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(Entropy, FractionsLieInRangeAndSpread) {
    system_entropy chance;
    double sum = 0;
    for (int i = 0; i < 10'000; ++i) {
        const auto f = chance.fraction();
        EXPECT_GE(f, 0.0);
        EXPECT_LT(f, 1.0);
        sum += f;
    }
    EXPECT_NEAR(sum / 10'000, 0.5, 0.05);
}

TEST(Fork, GenerationGrowsInTheChildOnly) {
    const auto before = fork_generation();
    const int code = test::in_child([&] {
        if (fork_generation() != before + 1) return 1;
        return test::in_child([&] { return fork_generation() == before + 2 ? 0 : 2; });
    });
    EXPECT_EQ(code, 0);
    EXPECT_EQ(fork_generation(), before);
}

TEST(Identity, NamesThisProcess) {
    const auto who = this_process();
    EXPECT_EQ(who.pid, ::getpid());
    EXPECT_EQ(who.program, "unit_runtime");
    EXPECT_FALSE(who.host.empty());
}

TEST(Identity, EveryThreadHasItsOwnNumber) {
    const auto mine = this_thread_number();
    EXPECT_EQ(this_thread_number(), mine);
    EXPECT_NE(mine, 0U);
    std::uint64_t others = 0;
    std::thread{[&] { others = this_thread_number(); }}.join();
    EXPECT_NE(others, mine);
}

}  // namespace
}  // namespace interlock::runtime
