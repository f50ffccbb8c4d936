// SPDX-License-Identifier: Apache-2.0
// The event loop: how it ends.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <latch>
#include <thread>

#include "runtime/loop.hpp"
#include "support/waiting.hpp"
#include "unit/runtime/child.hpp"

namespace interlock::runtime {
namespace {

using namespace std::chrono_literals;

TEST(LoopStop, NothingRunsAfterwards) {
    std::atomic<int> late{0};
    std::atomic<bool> stopped{false};
    io_loop loop;
    for (int i = 0; i < 1000; ++i) loop.post([&] { late += stopped ? 1 : 0; });
    loop.at(boot_clock::now() + 1ms, [&] { late += stopped ? 1 : 0; });
    loop.stop();
    stopped = true;
    loop.post([&] { ++late; });
    EXPECT_NE(loop.at(boot_clock::now(), [&] { ++late; }), 0U);
    loop.cancel(1);
    loop.stop();
    EXPECT_EQ(late, 0);
}

TEST(LoopStop, WaitsForTheCallbackThatRuns) {
    io_loop loop;
    std::latch started{1};
    std::atomic<bool> ended{false};
    loop.post([&] {
        started.count_down();
        std::this_thread::yield();
        ended = true;
    });
    started.wait();
    loop.stop();
    EXPECT_TRUE(ended);
}

TEST(LoopStop, MayComeFromACallback) {
    std::latch done{1};
    std::atomic<bool> more{false};
    io_loop loop;
    loop.post([&] {
        loop.stop();
        loop.post([&] { more = true; });
        done.count_down();
    });
    loop.post([&] { more = true; });
    done.wait();
    loop.stop();
    EXPECT_FALSE(more);
}

TEST(LoopStop, ALoopMayBeDestroyedByItsOwnCallback) {
    std::latch done{1};
    auto loop = std::make_unique<io_loop>();
    auto* const raw = loop.get();
    raw->post([&done, loop = std::move(loop)]() mutable {
        loop.reset();
        done.count_down();
    });
    done.wait();
}

TEST(LoopStop, ALoopMayBeDestroyedByATimerOrAWatch) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "x", 1), 1);
    std::latch done{2};
    auto timed = std::make_shared<std::unique_ptr<io_loop>>(std::make_unique<io_loop>());
    (*timed)->at(boot_clock::now(), [&done, timed] {
        timed->reset();
        done.count_down();
    });
    auto watching = std::make_shared<std::unique_ptr<io_loop>>(std::make_unique<io_loop>());
    (*watching)->on_readable(ends[0], [&done, watching] {
        watching->reset();
        done.count_down();
    });
    done.wait();
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(LoopStop, WhatWasNotRunIsDestroyed) {
    const auto owned = std::make_shared<int>(1);
    {
        io_loop loop;
        std::latch started{1};
        loop.post([&] { started.count_down(); });
        loop.at(boot_clock::now() + 1h, [owned] {});
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        loop.on_readable(ends[0], [owned] {});
        ::close(ends[0]);
        ::close(ends[1]);
        started.wait();
    }
    EXPECT_EQ(owned.use_count(), 1);
}

TEST(LoopStop, AnUnusedLoopStartsNoThreadAndEndsAtOnce) {
    io_loop loop;
    EXPECT_FALSE(loop.running_here());
    loop.stop();
}

TEST(LoopStop, UnderFireFromManyThreads) {
    for (int round = 0; round < 20; ++round) {
        std::atomic<bool> stopped{false};
        std::atomic<int> late{0};
        auto loop = std::make_unique<io_loop>();
        std::latch go{3};
        std::vector<std::thread> makers;
        for (int t = 0; t < 2; ++t) {
            makers.emplace_back([&] {
                go.arrive_and_wait();
                for (int i = 0; i < 200; ++i) {
                    loop->post([&] { late += stopped ? 1 : 0; });
                    const auto id = loop->at(boot_clock::now(), [&] { late += stopped ? 1 : 0; });
                    if (i % 2 == 0) loop->cancel(id);
                }
            });
        }
        go.arrive_and_wait();
        loop->stop();
        stopped = true;
        for (auto& each : makers) each.join();
        loop.reset();
        EXPECT_EQ(late, 0);
    }
}

TEST(LoopStop, AChildMayAbandonItsParentsLoop) {
    io_loop loop;
    std::latch started{1};
    loop.post([&] { started.count_down(); });
    started.wait();
    EXPECT_EQ(test::in_child([&] {
                  loop.abandon();
                  loop.stop();
                  return loop.running_here() ? 1 : 0;
              }),
              0);
    std::latch alive{1};
    loop.at(boot_clock::now() + 5ms, [&] { alive.count_down(); });
    alive.wait();
}

}  // namespace
}  // namespace interlock::runtime
