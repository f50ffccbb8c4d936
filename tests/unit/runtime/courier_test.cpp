// SPDX-License-Identifier: Apache-2.0
// The thread that runs the user's callbacks.
#include "runtime/courier.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <stdexcept>
#include <thread>
#include <vector>

#include "support/waiting.hpp"

namespace interlock::runtime {
namespace {

using namespace std::chrono_literals;

TEST(Courier, WorksInOrderOnOneThreadOfItsOwn) {
    std::vector<int> done;
    std::vector<std::thread::id> threads;
    {
        courier c{"test", 1000};
        for (int i = 0; i < 100; ++i) {
            EXPECT_TRUE(c.send([&, i] {
                done.push_back(i);
                threads.push_back(std::this_thread::get_id());
            }));
        }
        c.finish(test::patience);
    }
    ASSERT_EQ(done.size(), 100U);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
    for (const auto& id : threads) {
        EXPECT_EQ(id, threads.front());
        EXPECT_NE(id, std::this_thread::get_id());
    }
}

TEST(Courier, RefusesWhatIsBeyondItsBound) {
    std::latch started{1};
    std::latch may_end{1};
    courier c{"test", 2};
    ASSERT_TRUE(c.send([&] {
        started.count_down();
        may_end.wait();
    }));
    started.wait();
    EXPECT_TRUE(c.send([] {}));
    EXPECT_TRUE(c.send([] {}));
    EXPECT_FALSE(c.send([] { FAIL() << "this one was refused"; }));
    may_end.count_down();
    c.finish(test::patience);
}

TEST(Courier, DropsExceptions) {
    courier c{"test", 10};
    bool reached = false;
    EXPECT_TRUE(c.send([] { throw std::runtime_error{"a hook that throws"}; }));
    EXPECT_TRUE(c.send([] { throw 42; }));
    EXPECT_TRUE(c.send([&] { reached = true; }));
    c.finish(test::patience);
    EXPECT_TRUE(reached);
}

TEST(Courier, FinishDoesNotWaitForAStuckCallbackForLong) {
    const auto started = std::make_shared<std::latch>(1);
    const auto may_end = std::make_shared<std::latch>(1);
    const auto ended = std::make_shared<std::latch>(1);
    const auto later = std::make_shared<bool>(false);
    const auto start = std::chrono::steady_clock::now();
    {
        courier c{"test", 10};
        ASSERT_TRUE(c.send([=] {
            started->count_down();
            may_end->wait();
            ended->count_down();
        }));
        ASSERT_TRUE(c.send([=] { *later = true; }));
        started->wait();
        c.finish(10ms);
        EXPECT_FALSE(c.send([] {})) << "nothing is taken any more";
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, test::patience);
    may_end->count_down();
    ended->wait();
    EXPECT_EQ(later.use_count(), 1) << "work that still waited is dropped, also what it owned";
    EXPECT_FALSE(*later);
}

TEST(Courier, MayBeFinishedAndDestroyedByItsOwnWork) {
    std::latch done{1};
    auto c = std::make_unique<courier>("test", 10);
    auto* const raw = c.get();
    raw->send([&done, c = std::move(c)]() mutable {
        c->finish(1h);
        c.reset();
        done.count_down();
    });
    done.wait();
}

TEST(Courier, SendersOnManyThreadsLoseNothing) {
    courier c{"test", 1U << 20U};
    int sum = 0;
    std::vector<std::thread> senders;
    for (int t = 0; t < 4; ++t) {
        senders.emplace_back([&] {
            for (int i = 0; i < 1000; ++i) EXPECT_TRUE(c.send([&] { ++sum; }));
        });
    }
    for (auto& each : senders) each.join();
    c.finish(test::patience);
    EXPECT_EQ(sum, 4000);
}

}  // namespace
}  // namespace interlock::runtime
