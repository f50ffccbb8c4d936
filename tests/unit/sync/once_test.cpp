// SPDX-License-Identifier: Apache-2.0
// Work that is done once: results, failures, turns that are lost or abandoned.
#include <interlock/once.hpp>

#include <atomic>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

struct Once : Sync {
    once here = locks.once("n");
    once there = elsewhere.once("n");
    std::atomic<int> runs{0};
    std::string work() { return "result " + std::to_string(++runs); }
};

TEST_F(Once, IsDoneByOneAndSeenByAll) {
    EXPECT_EQ(here.try_result(), std::nullopt);
    EXPECT_EQ(here.state().phase, once_phase::idle);
    EXPECT_EQ(here.call([&] { return work(); }), "result 1");
    EXPECT_EQ(there.call([&] { return work(); }), "result 1");
    EXPECT_EQ(there.try_result(), "result 1");
    EXPECT_EQ(there.state().phase, once_phase::done);
    EXPECT_EQ(there.state().value, "result 1");
    EXPECT_TRUE(eventually([&] { return is_free("o:n"); }));
}

TEST_F(Once, WorkMayGiveTextOrNothingAndTakeAStopToken) {
    EXPECT_EQ(locks.once("a").call([] { return "text"; }), "text");
    EXPECT_EQ(locks.once("b").call([] {}), "");
    EXPECT_EQ(locks.once("b").try_result(), "");
    EXPECT_EQ(locks.once("c").call([](std::stop_token lost) {
        return std::string(lost.stop_possible() ? "will be told" : "will not");
    }),
              "will be told");
    EXPECT_EQ(locks.once("d").call([](std::stop_token) {}), "");
}

TEST_F(Once, OthersWaitWhileOneRuns) {
    std::jthread other;
    const auto got = here.call([&] {
        other = std::jthread{[&] { EXPECT_EQ(there.call([&] { return work(); }), "result 1"); }};
        EXPECT_TRUE(eventually([&] { return waiting("o:n") == 1; }));
        const auto now = there.state();
        EXPECT_EQ(now.phase, once_phase::running);
        EXPECT_GT(now.runner.pid, 0);
        return work();
    });
    EXPECT_EQ(got, "result 1");
    other.join();
    EXPECT_EQ(runs, 1);
}

TEST_F(Once, AFailureIsRecordedAndTriedAgain) {
    EXPECT_THROW(here.call([]() -> std::string { throw std::runtime_error{"no disk"}; }), std::runtime_error);
    EXPECT_EQ(there.state().phase, once_phase::failed);
    EXPECT_EQ(there.state().message, "no disk");
    EXPECT_EQ(there.try_result(), std::nullopt);
    EXPECT_THROW(here.call([] { throw 5; }), int);
    EXPECT_EQ(there.call([&] { return work(); }), "result 1");
}

TEST_F(Once, AnAbandonedTurnGoesToTheNext) {
    {
        const auto begun = here.begin();
        EXPECT_FALSE(begun.result);
        EXPECT_TRUE(begun.turn);
        EXPECT_TRUE(begun.turn.valid());
    }
    EXPECT_TRUE(eventually([&] { return there.state().phase == once_phase::idle; }));
    EXPECT_EQ(there.call([&] { return work(); }), "result 1");
}

TEST_F(Once, InTwoSteps) {
    auto begun = here.begin();
    ASSERT_TRUE(begun.turn);
    begun.turn.finish("made");
    EXPECT_FALSE(begun.turn) << "the turn has ended";
    auto again = there.begin();
    EXPECT_EQ(again.result, "made");
    EXPECT_FALSE(again.turn);
}

TEST_F(Once, ALostTurnCannotOverwriteItsSuccessor) {
    auto late = here.begin();
    elsewhere.evict("o:n");
    auto successor = there.begin();
    ASSERT_TRUE(successor.turn);
    EXPECT_EQ(thrown_by([&] { late.turn.finish("late"); }), errc::stale) << "although nothing is stored yet";
    successor.turn.finish("successor's");
    EXPECT_EQ(here.try_result(), "successor's");
}

TEST_F(Once, ACallThatLostItsTurnGivesTheResultOfItsSuccessor) {
    const auto got = here.call([&](std::stop_token lost) {
        elsewhere.evict("o:n");
        EXPECT_TRUE(eventually([&] { return lost.stop_requested(); }));
        EXPECT_EQ(there.call([] { return "successor's"; }), "successor's");
        return "late";
    });
    EXPECT_EQ(got, "successor's");
    EXPECT_EQ(there.try_result(), "successor's");
}

TEST_F(Once, ACallThatLostItsTurnToOneThatStillRunsIsStale) {
    once_begun successor;
    const auto call = [&] {
        here.call([&] {
            elsewhere.evict("o:n");
            successor = there.begin();
        });
    };
    EXPECT_EQ(thrown_by(call), errc::stale);
}

TEST_F(Once, AStopRequestEndsTheWait) {
    const auto begun = here.begin();
    std::stop_source stop;
    std::jthread stopper{[&] {
        EXPECT_TRUE(eventually([&] { return waiting("o:n") == 1; }));
        stop.request_stop();
    }};
    EXPECT_EQ(thrown_by([&] { there.call([] {}, stop.get_token()); }), errc::canceled);
}

TEST_F(Once, TheOptionWaitEndsTheWait) {
    const auto begun = here.begin();
    EXPECT_EQ(thrown_by([&] { elsewhere.once("n", {.wait = 10ms}).call([] {}); }), errc::timed_out);
}

TEST_F(Once, ResetForgetsTheResult) {
    here.call([&] { return work(); });
    there.reset();
    EXPECT_EQ(here.state().phase, once_phase::idle);
    EXPECT_EQ(here.call([&] { return work(); }), "result 2");
}

TEST_F(Once, BadInputIsRefused) {
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.once("")); }), errc::invalid_name);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.once(std::string(511, 'n'))); }), errc::invalid_name);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.once("n", {.lease = 0ms})); }), errc::invalid_option);
    EXPECT_EQ(thrown_by([&] { here.call([] { return std::string(65536, 'x'); }); }), errc::invalid_option);
    EXPECT_EQ(there.call([] { return "smaller"; }), "smaller") << "the turn was not kept";
}

}  // namespace
}  // namespace interlock::test
