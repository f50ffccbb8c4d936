// SPDX-License-Identifier: Apache-2.0
// The flag that a thread can sleep on.
#include "runtime/futex.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace interlock::runtime {
namespace {

using namespace std::chrono_literals;

TEST(Flag, IsDownAtFirstAndStaysUp) {
    flag f;
    EXPECT_FALSE(f.raised());
    f.raise();
    EXPECT_TRUE(f.raised());
    EXPECT_TRUE(f.wait()) << "no wait for what has happened";
    f.raise();
    EXPECT_TRUE(f.wait(1h));
}

TEST(Flag, AWaitEndsWithItsTime) {
    flag f;
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < 20ms) EXPECT_FALSE(f.wait(20ms));
    EXPECT_FALSE(f.wait(0ns));
    EXPECT_FALSE(f.wait(-1s)) << "a time that is over already";
}

TEST(Flag, WakesAllWhoWait) {
    for (int round = 0; round < 50; ++round) {
        flag f;
        std::vector<std::thread> sleepers;
        for (int i = 0; i < 4; ++i) {
            sleepers.emplace_back([&f] {
                while (!f.wait()) {
                }
            });
        }
        f.raise();
        for (auto& each : sleepers) each.join();
        EXPECT_TRUE(f.raised());
    }
}

TEST(Flag, WhatWasWrittenBeforeIsSeenAfter) {
    for (int round = 0; round < 200; ++round) {
        flag f;
        int data = 0;
        std::thread writer{[&] {
            data = 42;
            f.raise();
        }};
        while (!f.wait()) {
        }
        EXPECT_EQ(data, 42);
        writer.join();
    }
}

}  // namespace
}  // namespace interlock::runtime
