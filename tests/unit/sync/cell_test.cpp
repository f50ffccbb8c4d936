// SPDX-License-Identifier: Apache-2.0
// Cells: values of several types, guarded and conditional writes, waiting, watching.
#include <interlock/cell.hpp>

#include <limits>
#include <mutex>
#include <semaphore>
#include <thread>

#include "unit/sync/flaky_engine.hpp"
#include "unit/sync/memory_clients.hpp"

namespace interlock {

namespace test {
struct point {
    int x = 0;
    int y = 0;
};
}  // namespace test

template <>
struct cell_codec<test::point> {
    static std::string encode(const test::point& p) {
        return std::to_string(p.x) + "," + std::to_string(p.y);
    }
    static std::optional<test::point> decode(std::string_view text) {
        const auto comma = text.find(',');
        if (comma == text.npos) return std::nullopt;
        const auto x = cell_codec<int>::decode(text.substr(0, comma));
        const auto y = cell_codec<int>::decode(text.substr(comma + 1));
        if (!x || !y) return std::nullopt;
        return test::point{*x, *y};
    }
};

namespace test {
namespace {

struct Cell : Sync {
    cell<int> here = locks.cell<int>("n");
    cell<int> there = elsewhere.cell<int>("n");
};

TEST_F(Cell, StartsWithoutAValue) {
    const auto now = here.load();
    EXPECT_EQ(now.value, std::nullopt);
    EXPECT_EQ(now.version, 0U);
    EXPECT_EQ(now.fence, 0U);
    EXPECT_EQ(here.name(), "n");
}

TEST_F(Cell, IsSeenByOtherClientsWithItsVersion) {
    EXPECT_EQ(here.store(5), 1U);
    EXPECT_EQ(here.store(-7), 2U);
    EXPECT_EQ(there.load().value, -7);
    EXPECT_EQ(there.load().version, 2U);
}

TEST_F(Cell, ErasedHasNoValueButAVersion) {
    here.store(5);
    EXPECT_EQ(here.erase(), 2U);
    EXPECT_EQ(there.load().value, std::nullopt);
    EXPECT_EQ(there.load().version, 2U);
}

template <class T>
void expect_round_trip(client& in, const T& value) {
    in.cell<T>("t").store(value);
    EXPECT_EQ(in.cell<T>("t").load().value, value);
}

TEST_F(Cell, KeepsTextFlagsAndNumbersAsTheyAre) {
    expect_round_trip<std::string>(locks, "");
    expect_round_trip<std::string>(locks, std::string{"a\0b\n", 4});
    expect_round_trip(locks, true);
    expect_round_trip(locks, false);
    expect_round_trip(locks, std::numeric_limits<std::int64_t>::min());
    expect_round_trip(locks, std::numeric_limits<std::uint64_t>::max());
    expect_round_trip(locks, 0.1);
    expect_round_trip(locks, -1.5e300);
}

TEST_F(Cell, TakesTypesOfTheUser) {
    auto p = locks.cell<point>("p");
    p.store({3, -4});
    EXPECT_EQ(p.load().value->x, 3);
    EXPECT_EQ(p.load().value->y, -4);
}

TEST_F(Cell, ThatHoldsSomethingElseIsToldByName) {
    locks.cell<std::string>("n").store("many");
    try {
        static_cast<void>(there.load());
        FAIL() << "'many' was read as a number";
    } catch (const error& e) {
        EXPECT_EQ(e.code(), errc::protocol);
        EXPECT_NE(std::string{e.what()}.find("'n' holds 'many'"), std::string::npos) << e.what();
    }
    locks.cell<std::string>("n").store("300");
    std::error_code ec;
    static_cast<void>(locks.cell<signed char>("n").load(ec));
    EXPECT_EQ(ec, errc::protocol) << "too large for the type";
    EXPECT_EQ(there.load(ec).value, 300);
    EXPECT_FALSE(ec);
}

TEST_F(Cell, CompareExchangeWritesOnlyOverTheExpectedVersion) {
    auto mine = here.load();
    auto theirs = there.load();
    EXPECT_TRUE(here.compare_exchange(mine, 1));
    EXPECT_EQ(mine.value, 1);
    EXPECT_EQ(mine.version, 1U);
    EXPECT_FALSE(there.compare_exchange(theirs, 2));
    EXPECT_EQ(theirs.value, 1) << "what was found instead";
    EXPECT_TRUE(there.compare_exchange(theirs, 2));
    EXPECT_EQ(here.load().value, 2);
    EXPECT_FALSE(here.compare_exchange(std::uint64_t{1}, 3));
    EXPECT_TRUE(here.compare_exchange(std::uint64_t{2}, 3));
}

TEST_F(Cell, AnOlderFenceIsStale) {
    here.store(1, 7);
    EXPECT_EQ(thrown_by([&] { there.store(2, 6); }), errc::stale);
    EXPECT_EQ(thrown_by([&] { there.erase(6); }), errc::stale);
    std::error_code ec;
    auto seen = there.load();
    EXPECT_FALSE(there.compare_exchange(seen, 2, 6, ec));
    EXPECT_EQ(ec, errc::stale);
    there.store(2, 6, ec);
    EXPECT_EQ(ec, errc::stale);
    EXPECT_EQ(thrown_by([&] { there.update([](auto) { return 9; }, {.fence = 6}); }), errc::stale);
    EXPECT_EQ(here.load().value, 1);
    EXPECT_EQ(here.load().fence, 7U);
    there.store(3, 8, ec);
    EXPECT_FALSE(ec);
}

TEST_F(Cell, UpdateSeesWhatIsThereAndMayLeaveItAlone) {
    EXPECT_EQ(here.update([](const std::optional<int>& now) { return now.value_or(40) + 2; }).value, 42);
    const auto left = here.update([](const std::optional<int>& now) -> std::optional<int> {
        if (*now > 40) return std::nullopt;
        return 0;
    });
    EXPECT_EQ(left.value, 42);
    EXPECT_EQ(left.version, 1U) << "nothing was written";
}

TEST_F(Cell, UpdateTriesAgainWhenSomebodyElseWasFaster) {
    int calls = 0;
    const auto after = here.update([&](const std::optional<int>& now) {
        if (++calls < 5) there.store(calls * 10);
        return now.value_or(0) + 1;
    });
    EXPECT_EQ(calls, 5);
    EXPECT_EQ(after.value, 41);
}

TEST_F(Cell, UpdateGivesUpAfterItsTries) {
    int calls = 0;
    const auto always_too_late = [&](const std::optional<int>&) {
        there.store(++calls);
        return 0;
    };
    EXPECT_EQ(thrown_by([&] { here.update(always_too_late, {.tries = 3}); }), errc::conflict);
    EXPECT_EQ(calls, 3);
}

TEST_F(Cell, WhatAnUpdateThrowsReachesItsCaller) {
    EXPECT_THROW(here.update([](const auto&) -> int { throw std::runtime_error{"no"}; }), std::runtime_error);
    EXPECT_EQ(here.load().version, 0U);
}

TEST_F(Cell, FetchAddCountsFromSeveralThreadsExactly) {
    constexpr int times = 100;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&, i] {
                for (int k = 0; k < times; ++k) (i % 2 == 0 ? here : there).fetch_add(1);
            });
        }
    }
    EXPECT_EQ(here.fetch_add(-1), 4 * times) << "gives the value before";
    EXPECT_EQ(here.load().value, 4 * times - 1);
}

TEST_F(Cell, WaitReturnsAtOnceIfItHasChangedAlready) {
    here.store(1);
    EXPECT_EQ(there.wait(0).value, 1);
    EXPECT_EQ(there.wait_for(0, 0s)->value, 1);
}

TEST_F(Cell, WaitEndsWithAChangeElsewhere) {
    std::jthread writer{[&] { here.store(1); }};
    EXPECT_EQ(there.wait(0).value, 1);
    std::jthread eraser{[&] { here.erase(); }};
    EXPECT_EQ(there.wait_until(1, boot_clock::now() + patience)->value, std::nullopt);
}

TEST_F(Cell, WaitForEndsWithItsTime) {
    EXPECT_FALSE(there.wait_for(0, 0ms));
    EXPECT_FALSE(there.wait_for(0, 20ms));
    here.store(1);
    EXPECT_FALSE(there.wait_for(1, 20ms));
}

TEST_F(Cell, WaitIsEndedByAStopRequest) {
    std::stop_source stop;
    std::jthread stopper{[&] { stop.request_stop(); }};
    EXPECT_EQ(thrown_by([&] { static_cast<void>(here.wait(0, stop.get_token())); }), errc::canceled);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(here.wait_for(0, 1h, stop.get_token())); }), errc::canceled);
}

TEST_F(Cell, WatchCallsBackForChangesUntilItIsDestroyed) {
    std::mutex guard;
    std::vector<int> seen;
    const auto last_is = [&](int wanted) {
        return eventually([&] {
            const std::lock_guard lock{guard};
            return !seen.empty() && seen.back() == wanted;
        });
    };
    {
        const auto watching = there.watch([&](const versioned<int>& now) {
            const std::lock_guard lock{guard};
            seen.push_back(now.value.value_or(-1));
        });
        here.store(1);
        EXPECT_TRUE(last_is(1));
        here.store(2);
        EXPECT_TRUE(last_is(2));
        here.erase();
        EXPECT_TRUE(last_is(-1));
    }
    here.store(3);
    static_cast<void>(there.wait_for(3, 50ms));
    const std::lock_guard lock{guard};
    EXPECT_EQ(seen, (std::vector<int>{1, 2, -1}));
}

TEST_F(Cell, AWatchMayThrowAndMayEndItself) {
    std::atomic<int> calls{0};
    std::optional<cell_watch> watching;
    std::atomic<bool> made{false};
    std::binary_semaphore ended{0};
    watching.emplace(there.watch([&](const versioned<int>&) {
        if (++calls == 1) throw std::runtime_error{"does no harm"};
        if (!eventually([&] { return made.load(); })) return;
        watching.reset();
        ended.release();
    }));
    made = true;
    here.store(1);
    EXPECT_TRUE(eventually([&] { return calls == 1; }));
    here.store(2);
    ASSERT_TRUE(ended.try_acquire_for(patience));
    here.store(3);
    EXPECT_FALSE(eventually([&] { return calls > 2; }, 50ms));
}

TEST_F(Cell, DoesNotMeetLocksOfTheSameName) {
    const auto h = locks.mutex("n").acquire();
    here.store(1);
    EXPECT_EQ(there.load().value, 1);
    EXPECT_TRUE(h.valid());
}

TEST_F(Cell, NamesHaveAtMost510Bytes) {
    locks.cell<int>(std::string(510, 'n')).store(1);
    EXPECT_EQ(elsewhere.cell<int>(std::string(510, 'n')).load().value, 1);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.cell<int>(std::string(511, 'n'))); }),
              errc::invalid_name);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.cell<int>("")); }), errc::invalid_name);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.cell<int>("a\nb")); }), errc::invalid_name);
}

TEST_F(Cell, MayHold64KiB) {
    auto text = locks.cell<std::string>("t");
    text.store(std::string(65536, 'x'));
    EXPECT_EQ(thrown_by([&] { text.store(std::string(65537, 'x')); }), errc::invalid_option);
    EXPECT_EQ(text.load().value->size(), 65536U);
}

struct FlakyCell : testing::Test {
    flaky line;
    client locks{"flaky:flaky-cell"};
    client other{"memory:flaky-cell"};
    cell<int> n = locks.cell<int>("n");
    ~FlakyCell() override {
        flaky::lost_answers = 0;
        flaky::lost_writes = 0;
        flaky::meanwhile = nullptr;
    }
};

TEST_F(FlakyCell, AWriteWhoseAnswerWasLostIsNotDoneTwice) {
    flaky::lost_answers = 2;
    EXPECT_EQ(n.store(1), 1U);
    flaky::lost_answers = 1;
    EXPECT_EQ(n.fetch_add(1), 1);
    EXPECT_EQ(n.load().value, 2);
    EXPECT_EQ(n.load().version, 2U);
}

TEST_F(FlakyCell, AWriteThatWasLostIsRepeated) {
    flaky::lost_writes = 3;
    EXPECT_EQ(n.store(1), 1U);
}

TEST_F(FlakyCell, SilenceThatLastsIsAnUnknownOutcome) {
    flaky::lost_writes = 100;
    EXPECT_EQ(thrown_by([&] { n.store(1); }), errc::unknown_outcome);
    EXPECT_GT(flaky::lost_writes, 90) << "given up after a few tries";
}

TEST_F(FlakyCell, AConflictAfterALostAnswerIsUnknownTooBecauseItMayBeWithItself) {
    static cell<int>* others = nullptr;
    auto there = other.cell<int>("n");
    others = &there;
    flaky::lost_answers = 1;
    flaky::meanwhile = [] { others->store(50); };
    EXPECT_EQ(thrown_by([&] { static_cast<void>(n.compare_exchange(std::uint64_t{0}, 1)); }),
              errc::unknown_outcome);
    EXPECT_EQ(n.load().version, 2U) << "it had been written";
}

}  // namespace
}  // namespace test
}  // namespace interlock
