// SPDX-License-Identifier: Apache-2.0
// The event loop: posted work and timers.
#include "runtime/loop.hpp"

#include <gtest/gtest.h>

#include <latch>
#include <thread>
#include <vector>

#include "support/waiting.hpp"

namespace interlock::runtime {
namespace {

using namespace std::chrono_literals;

TEST(Loop, RunsPostedWorkInOrderOnAThreadOfItsOwn) {
    io_loop loop;
    std::latch done{1};
    std::vector<int> order;
    std::thread::id thread;
    for (int i = 0; i < 100; ++i) loop.post([&, i] { order.push_back(i); });
    loop.post([&] {
        thread = std::this_thread::get_id();
        EXPECT_TRUE(loop.running_here());
        done.count_down();
    });
    done.wait();
    EXPECT_NE(thread, std::this_thread::get_id());
    EXPECT_FALSE(loop.running_here());
    for (int i = 0; i < 100; ++i) EXPECT_EQ(order.at(static_cast<std::size_t>(i)), i);
}

TEST(Loop, NeverRunsWorkInsideTheCallThatPostsIt) {
    io_loop loop;
    std::latch done{1};
    bool inside = false;
    loop.post([&] {
        inside = true;
        loop.post([&] {
            EXPECT_FALSE(inside);
            done.count_down();
        });
        loop.at(boot_clock::time_point{}, [&] { EXPECT_FALSE(inside); });
        inside = false;
    });
    done.wait();
}

TEST(Loop, TimersFireInOrderOfTheirTimeAndNotBefore) {
    io_loop loop;
    std::latch done{4};
    std::vector<int> order;
    const auto start = boot_clock::now();
    const auto fire = [&](int n, boot_clock::duration after) {
        loop.at(start + after, [&, n, after] {
            EXPECT_GE(boot_clock::now(), start + after);
            order.push_back(n);
            done.count_down();
        });
    };
    fire(3, 30ms);
    fire(1, 10ms);
    fire(2, 20ms);
    fire(0, -1h);
    done.wait();
    EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
}

TEST(Loop, TimersAtOneTimeFireInTheOrderOfTheirMaking) {
    io_loop loop;
    std::latch done{20};
    std::vector<int> order;
    const auto when = boot_clock::now() + 10ms;
    for (int i = 0; i < 20; ++i) {
        loop.at(when, [&, i] {
            order.push_back(i);
            done.count_down();
        });
    }
    done.wait();
    for (int i = 0; i < 20; ++i) EXPECT_EQ(order.at(static_cast<std::size_t>(i)), i);
}

TEST(Loop, ACancelledTimerDoesNotFire) {
    io_loop loop;
    std::latch done{1};
    const auto soon = boot_clock::now() + 10ms;
    const auto doomed = loop.at(soon, [] { FAIL() << "was cancelled"; });
    loop.at(soon + 10ms, [&] { done.count_down(); });
    loop.cancel(doomed);
    loop.cancel(doomed);
    loop.cancel(987654);
    done.wait();
}

TEST(Loop, ATimerMayCancelTheNext) {
    io_loop loop;
    std::latch done{1};
    const auto soon = boot_clock::now() + 5ms;
    port::loop::id second = 0;
    std::latch known{1};
    loop.at(soon, [&] {
        known.wait();
        loop.cancel(second);
    });
    second = loop.at(soon, [] { FAIL() << "was cancelled by the first"; });
    known.count_down();
    loop.at(soon + 10ms, [&] { done.count_down(); });
    done.wait();
}

TEST(Loop, ANearerTimerOfAnotherThreadIsNotLate) {
    io_loop loop;
    std::latch done{1};
    loop.at(boot_clock::now() + 1h, [] { FAIL() << "an hour has not passed"; });
    std::thread{[&] { loop.at(boot_clock::now() + 5ms, [&] { done.count_down(); }); }}.join();
    done.wait();
}

TEST(Loop, CancellingReleasesWhatTheCallbackOwns) {
    io_loop loop;
    const auto owned = std::make_shared<int>(1);
    const auto id = loop.at(boot_clock::now() + 1h, [owned] {});
    EXPECT_EQ(owned.use_count(), 2);
    loop.cancel(id);
    EXPECT_EQ(owned.use_count(), 1);
}

TEST(Loop, WhatACallbackOwnsGoesOnTheLoop) {
    io_loop loop;
    std::latch done{2};
    const auto ends = [&] {
        return std::shared_ptr<int>{new int{}, [&](int* p) {
                                        EXPECT_TRUE(loop.running_here());
                                        delete p;
                                        done.count_down();
                                    }};
    };
    loop.post([owned = ends()] {});
    loop.at(boot_clock::now(), [owned = ends()] {});
    done.wait();
}

TEST(Loop, IdsAreNeverZeroAndNeverTheSame) {
    io_loop loop;
    const auto a = loop.at(boot_clock::now() + 1h, [] {});
    const auto b = loop.at(boot_clock::now() + 1h, [] {});
    EXPECT_NE(a, 0U);
    EXPECT_NE(a, b);
}

TEST(Loop, ManyTimersFromManyThreadsAllFire) {
    io_loop loop;
    std::latch done{2000};
    std::vector<std::thread> makers;
    for (int t = 0; t < 4; ++t) {
        makers.emplace_back([&] {
            for (int i = 0; i < 500; ++i) {
                loop.at(boot_clock::now() + std::chrono::microseconds{i * 10 % 3000},
                        [&] { done.count_down(); });
            }
        });
    }
    for (auto& each : makers) each.join();
    done.wait();
}

}  // namespace
}  // namespace interlock::runtime
