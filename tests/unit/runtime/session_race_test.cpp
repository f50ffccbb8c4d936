// SPDX-License-Identifier: Apache-2.0
// Orders of events between threads, engine and loop that hardly ever happen, and must do no harm.
#include <interlock/client.hpp>

#include <gtest/gtest.h>

#include <latch>
#include <optional>
#include <thread>

#include "support/waiting.hpp"
#include "unit/runtime/puppet_engine.hpp"

namespace interlock {
namespace {

using namespace std::chrono_literals;
using port::status;
using test::eventually;

struct SessionRace : testing::Test {
    test::puppet engine;
    using log = std::vector<std::string>;
};

TEST_F(SessionRace, AWithdrawalThatOvertakesItsClaimLeavesNothingBehind) {
    std::latch in_line{1};
    std::latch released{1};
    std::latch withdrawn{1};
    client locks{"puppet:", {.on_event = [&](const event& e) {
                     if (e.kind == event_kind::waiting) in_line.count_down();
                 }}};
    auto first = locks.mutex("n").acquire();
    // The releasing thread hears the answer and must send the next claim; but it is held up before that.
    engine.on_release = [&](port::owner_id, auto done) {
        done({status::done, {}});
        released.count_down();
        withdrawn.wait();
    };
    std::stop_source stop;
    std::thread waiter{[&] {
        std::error_code ec;  // Other terms: so that the hold is not passed on inside the process.
        EXPECT_FALSE(locks.mutex("n", {.lease = 20s}).acquire(ec, stop.get_token()));
        EXPECT_EQ(ec, errc::canceled);
    }};
    std::thread stopper{[&] {
        released.wait();
        stop.request_stop();
        withdrawn.count_down();
    }};
    in_line.wait();
    first = hold{};
    waiter.join();
    stopper.join();
    EXPECT_EQ(engine.log(), (log{"acquire", "release", "withdraw", "acquire", "withdraw"}))
        << "the claim that came too late is given back";
}

TEST_F(SessionRace, ALossThatOvertakesItsGrantIsBelieved) {
    client locks{"puppet:"};
    engine.on_acquire = [&](const port::claim& c, auto done) {
        if (engine.count("acquire") == 1) engine.events->lost(c.owner, fail(errc::lost, "evicted"));
        done(engine.granted());
    };
    const auto h = locks.mutex("n").acquire();
    EXPECT_TRUE(h.valid());
    EXPECT_EQ(engine.log(), (log{"acquire", "withdraw", "acquire"}));
}

TEST_F(SessionRace, TheSessionLivesUntilItsReleaseIsAnswered) {
    port::handler<port::plain_answer> answer;
    engine.on_release = [&](port::owner_id, auto done) { answer = std::move(done); };
    {
        client locks{"puppet:"};
        auto m = locks.mutex("n");
        m.lock();
        m.unlock();
    }
    EXPECT_FALSE(engine.closed) << "its release is still on its way";
    std::thread{[&] { answer({status::done, {}}); }}.join();
    answer = nullptr;
    EXPECT_TRUE(engine.closed);
    EXPECT_EQ(engine.log(), (log{"acquire", "release", "close"}));
}

TEST_F(SessionRace, TheLastReferenceMayGoOnTheLoop) {
    engine.on_release = [&](port::owner_id, auto done) {
        engine.loop->post([done = std::move(done)]() mutable { done({status::done, {}}); });
    };
    for (int round = 0; round < 20; ++round) {
        engine.closed = false;
        {
            client locks{"puppet:"};
            const auto h = locks.mutex("n").acquire();
        }
        ASSERT_TRUE(eventually([&] { return engine.closed.load(); }));
    }
}

TEST_F(SessionRace, AnUnansweredReleaseIsRepeatedBeforeTheClientCloses) {
    std::optional<port::handler<port::plain_answer>> first;
    engine.on_release = [&](port::owner_id, auto done) {
        if (engine.count("release") == 1) {
            first.emplace(std::move(done));
        } else {
            done({status::done, {}});
        }
    };
    {
        client locks{"puppet:"};
        auto m = locks.mutex("n");
        m.lock();
        m.unlock();
    }
    (*first)({status::unknown, fail(errc::unavailable, "no answer")});  // The last reference goes here.
    EXPECT_EQ(engine.log(), (log{"acquire", "release", "release", "close"}));
}

TEST_F(SessionRace, ClosingDoesNotWaitForTheEngineForEver) {
    engine.on_release = [](port::owner_id, auto done) {
        done({status::error, fail(errc::unavailable, "down")});
    };
    const auto start = std::chrono::steady_clock::now();
    {
        client locks{"puppet:", {.flush_timeout = 30ms}};
        const auto h = locks.mutex("n").acquire();
    }
    EXPECT_TRUE(engine.closed);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 10s) << "and not for the lease";
}

TEST_F(SessionRace, ReleaseReportsThatItsOutcomeIsUnknown) {
    engine.on_release = [&](port::owner_id, auto done) {
        if (engine.count("release") == 1)
            return done({status::unknown, fail(errc::unavailable, "no answer")});
        done({status::lost, {}});
    };
    client locks{"puppet:"};
    auto h = locks.mutex("n").acquire();
    std::error_code ec;
    h.release(ec);
    EXPECT_EQ(ec, errc::unknown_outcome);
    EXPECT_TRUE(eventually([&] { return engine.count("release") == 2; })) << "and it is repeated";
}

TEST_F(SessionRace, RenewReportsWhatTheEngineSaidWithoutAReason) {
    client locks{"puppet:"};
    auto h = locks.mutex("n").acquire();
    std::error_code ec;
    auto say = status::unknown;
    engine.on_renew = [&](const std::vector<port::renewal>& holds, auto done) {
        done({{.what = say, .owner = holds.front().owner}});
    };
    h.renew(ec);
    EXPECT_EQ(ec, errc::unknown_outcome);
    say = status::error;
    h.renew(ec);
    EXPECT_EQ(ec, errc::protocol);
    EXPECT_TRUE(h.valid()) << "it is still ours until its time";
    say = status::lost;
    h.renew(ec);
    EXPECT_EQ(ec, errc::lost);
    EXPECT_FALSE(h.valid());
    h.renew(ec);
    EXPECT_EQ(ec, errc::lost);
}

TEST_F(SessionRace, AClaimWithoutAnswerIsRepeatedUnderItsIdThenUndone) {
    std::vector<port::owner_id> ids;
    engine.on_acquire = [&](const port::claim& c, auto done) {
        ids.push_back(c.owner);
        done({status::unknown, {}, fail(errc::unavailable, "no answer")});
    };
    client locks{"puppet:"};
    std::error_code ec;
    EXPECT_FALSE(locks.mutex("n").acquire(ec));
    EXPECT_EQ(ec, errc::unknown_outcome);
    ASSERT_EQ(ids.size(), 5U);
    for (const auto& id : ids) EXPECT_EQ(id, ids.front());
    EXPECT_TRUE(eventually([&] { return engine.count("withdraw") == 1; }));
}

TEST_F(SessionRace, DueRenewalsGoTogether) {
    std::atomic<std::size_t> largest{0};
    const auto plain = engine.on_renew;
    engine.on_renew = [&](std::vector<port::renewal> holds, auto done) {
        largest = std::max(largest.load(), holds.size());
        plain(std::move(holds), std::move(done));
    };
    client locks{"puppet:"};
    std::vector<hold> holds;
    for (int i = 0; i < 300; ++i)
        holds.push_back(locks.mutex("n" + std::to_string(i), {.lease = 600ms}).acquire());
    EXPECT_TRUE(eventually([&] { return largest > 50; }));
    EXPECT_LE(largest, 256U) << "the port's limit";
    for (const auto& h : holds) EXPECT_TRUE(h.valid());
}

}  // namespace
}  // namespace interlock
