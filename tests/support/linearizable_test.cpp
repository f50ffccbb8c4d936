// SPDX-License-Identifier: Apache-2.0
// The checker of histories finds what is wrong, and nothing else.
#include "support/linearizable.hpp"

#include <gtest/gtest.h>

namespace interlock::test {
namespace {

using kind = register_operation::kind;

register_operation load(std::string value, std::uint64_t version, std::uint64_t from, std::uint64_t to) {
    return {
        .what = kind::load, .value = std::move(value), .version = version, .invoked = from, .answered = to};
}

register_operation store(std::string value, std::uint64_t version, std::uint64_t from, std::uint64_t to) {
    return {
        .what = kind::store, .value = std::move(value), .version = version, .invoked = from, .answered = to};
}

struct exchange_seen {
    std::uint64_t expected;
    bool written;
    std::uint64_t version;
};

register_operation exchange(std::string value, exchange_seen seen, std::uint64_t from, std::uint64_t to) {
    return {.what = kind::exchange,
            .value = std::move(value),
            .expected = seen.expected,
            .written = seen.written,
            .version = seen.version,
            .invoked = from,
            .answered = to};
}

TEST(Linearizable, NothingAndOneAfterTheOtherAreInOrder) {
    EXPECT_EQ(find_disorder({}), "");
    EXPECT_EQ(find_disorder({load("", 0, 1, 2), store("a", 1, 3, 4), load("a", 1, 5, 6),
                             exchange("b", {1, true, 2}, 7, 8), exchange("c", {1, false, 2}, 9, 10),
                             load("b", 2, 11, 12)}),
              "");
}

TEST(Linearizable, AtTheSameTimeEitherMayComeFirst) {
    EXPECT_EQ(find_disorder({store("a", 1, 1, 10), load("", 0, 2, 3), load("a", 1, 4, 5)}), "");
    EXPECT_EQ(find_disorder({store("a", 2, 1, 10), store("b", 1, 2, 9), load("b", 1, 3, 8)}), "");
}

TEST(Linearizable, AnOldValueAfterANewOneWasSeenIsFound) {
    EXPECT_NE(find_disorder({store("a", 1, 1, 10), load("a", 1, 2, 3), load("", 0, 4, 5)}), "");
}

TEST(Linearizable, AStoreThatWasLostIsFound) {
    EXPECT_NE(find_disorder({store("a", 1, 1, 2), load("", 0, 3, 4)}), "");
}

TEST(Linearizable, AValueThatNobodyWroteIsFound) {
    EXPECT_NE(find_disorder({store("a", 1, 1, 2), load("b", 1, 3, 4)}), "");
}

TEST(Linearizable, TwoWinnersOfOneVersionAreFound) {
    EXPECT_NE(find_disorder({exchange("a", {0, true, 1}, 1, 10), exchange("b", {0, true, 1}, 2, 9)}), "");
}

TEST(Linearizable, ALoserWithoutAWinnerIsFound) {
    EXPECT_NE(find_disorder({exchange("a", {0, false, 0}, 1, 2)}), "");
    EXPECT_NE(find_disorder({load("", 0, 1, 2), exchange("a", {0, false, 1}, 3, 4)}), "");
}

TEST(Linearizable, ALongHistoryOfManyThreadsIsSearchedQuickly) {
    std::vector<register_operation> history;
    std::uint64_t clock = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
        const auto from = ++clock;
        history.push_back(store(std::to_string(i), 2 * i + 1, from, from + 3));
        history.push_back(store(std::to_string(i) + "'", 2 * i + 2, from + 1, from + 4));
        history.push_back(load(std::to_string(i), 2 * i + 1, from + 2, from + 5));
        clock += 3;  // The next three begin before these have ended.
    }
    EXPECT_EQ(find_disorder(history), "");
    history[3000].version += 1;
    EXPECT_NE(find_disorder(history), "");
}

TEST(Linearizable, TheRecorderPutsCallAndAnswerAroundTheWork) {
    register_history seen;
    seen.record({.what = kind::store, .value = "a"}, [](auto& op) { op.version = 1; });
    seen.record({.what = kind::load}, [](auto& op) {
        op.value = "a";
        op.version = 1;
    });
    EXPECT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen.fault(), "");
    seen.record({.what = kind::load}, [](auto& op) { op.value = "b"; });
    EXPECT_NE(seen.fault(), "");
}

}  // namespace
}  // namespace interlock::test
