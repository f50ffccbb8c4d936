// SPDX-License-Identifier: Apache-2.0
// The event loop on the user's own executor.
#include <gtest/gtest.h>
#include <unistd.h>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/io_context.hpp>

#include <memory>
#include <thread>
#include <vector>

#include "runtime/loop.hpp"
#include "support/waiting.hpp"

namespace interlock::runtime {
namespace {

using namespace std::chrono_literals;
namespace asio = boost::asio;

TEST(LoopOnUsersExecutor, RunsOnlyWhenTheUserRunsIt) {
    asio::io_context users;
    io_loop loop{users.get_executor()};
    std::vector<int> order;
    loop.post([&] { order.push_back(1); });
    loop.at(boot_clock::now(), [&] {
        order.push_back(2);
        EXPECT_TRUE(loop.running_here());
        loop.stop();
    });
    EXPECT_TRUE(order.empty());
    users.run();
    EXPECT_EQ(order, (std::vector{1, 2})) << "and the context runs out of work after the stop";
}

TEST(LoopOnUsersExecutor, RunsOneCallbackAtATimeOnManyThreads) {
    asio::io_context users;
    io_loop loop{users.get_executor()};
    int unguarded = 0;
    for (int i = 0; i < 1000; ++i) loop.post([&] { ++unguarded; });
    loop.post([&] { loop.at(boot_clock::now() + 1ms, [&] { loop.stop(); }); });
    std::vector<std::thread> runners;
    for (int t = 0; t < 3; ++t) runners.emplace_back([&] { users.run(); });
    for (auto& each : runners) each.join();
    EXPECT_EQ(unguarded, 1000);
}

TEST(LoopOnUsersExecutor, WatchesDescriptors) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ASSERT_EQ(::write(ends[1], "x", 1), 1);
    asio::io_context users;
    io_loop loop{users.get_executor()};
    int calls = 0;
    loop.on_readable(ends[0], [&] {
        if (++calls == 3) loop.stop();
    });
    users.run();
    EXPECT_EQ(calls, 3);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(LoopOnUsersExecutor, MayBeDestroyedBeforeTheContextHasRun) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    asio::io_context users;
    const auto owned = std::make_shared<int>(1);
    {
        io_loop loop{users.get_executor()};
        loop.post([owned] { FAIL() << "the loop is gone"; });
        loop.at(boot_clock::now(), [owned] { FAIL() << "the loop is gone"; });
        loop.on_readable(ends[0], [owned] { FAIL() << "the loop is gone"; });
    }
    users.run();
    ::close(ends[0]);
    ::close(ends[1]);
    EXPECT_EQ(owned.use_count(), 1);
}

TEST(LoopOnUsersExecutor, MayOutliveTheUsersInterestInIt) {
    auto users = std::make_unique<asio::io_context>();
    io_loop loop{users->get_executor()};
    loop.at(boot_clock::now() + 1h, [] {});
    users->poll();
    loop.stop();
    users->poll();
    EXPECT_FALSE(loop.running_here());
}

}  // namespace
}  // namespace interlock::runtime
