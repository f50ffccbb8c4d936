// SPDX-License-Identifier: Apache-2.0
// The asynchronous face of what is built on cells.
#include <gtest/gtest.h>
#include <interlock/asio/cells.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <vector>

#include "support/waiting.hpp"

namespace interlock::test {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using namespace std::chrono_literals;

template <class T>
T get(std::future<T> future) {
    if (future.wait_for(patience) != std::future_status::ready) throw std::runtime_error{"no answer in time"};
    return future.get();
}

struct asynchronous_objects : testing::Test {
    const std::string url =
        std::string{"memory:"} + testing::UnitTest::GetInstance()->current_test_info()->name();
    client locks{url};
    client elsewhere{url};
    asio::io_context io;
    asio::cancellation_signal signal;

    /// A handler that runs on `io`, can be cancelled by `signal`, and leaves its error code in `said`.
    template <class Result>
    auto cancellable(error_code& said) {
        return asio::bind_cancellation_slot(
            signal.slot(), asio::bind_executor(io, [&said](error_code ec, Result) { said = ec; }));
    }
};

TEST_F(asynchronous_objects, a_latch_opens_for_those_who_wait) {
    auto here = locks.latch("l", 2);
    auto there = elsewhere.latch("l", 2);
    EXPECT_FALSE(get(here.async_wait_for(10ms, asio::use_future)));
    auto waiting = here.async_wait(asio::use_future);
    auto arrived = here.async_arrive_and_wait(1, asio::use_future);
    get(there.async_count_down(1, asio::use_future));
    get(std::move(waiting));
    get(std::move(arrived));
    EXPECT_TRUE(get(there.async_wait_for(0ms, asio::use_future)));
}

TEST_F(asynchronous_objects, a_barrier_lets_coroutines_pass_in_generations) {
    std::vector<std::uint64_t> seen;
    const auto walk = [&seen](barrier meeting) -> asio::awaitable<void> {
        for (int i = 0; i < 5; ++i) seen.push_back((co_await meeting.async_arrive_and_wait()).generation);
    };
    for (int i = 0; i < 3; ++i)
        asio::co_spawn(io, walk((i % 2 == 0 ? locks : elsewhere).barrier("b", 3)), asio::detached);
    io.run();
    EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}));
}

TEST_F(asynchronous_objects, an_arrival_ends_with_its_time_or_when_it_is_cancelled) {
    auto meeting = locks.barrier("b", 2);
    EXPECT_FALSE(get(meeting.async_arrive_and_wait_for(10ms, asio::use_future)).has_value());
    error_code said;
    meeting.async_arrive_and_wait(cancellable<arrival>(said));
    ASSERT_TRUE(eventually([&] { return meeting.waiting() == 1; }));
    signal.emit(asio::cancellation_type::total);
    io.run();
    EXPECT_EQ(std::error_code{said}, errc::canceled);
    EXPECT_EQ(meeting.waiting(), 0U);
    EXPECT_TRUE(eventually([&] { return elsewhere.inspect().empty(); }));
}

TEST_F(asynchronous_objects, a_once_gives_one_turn_and_then_the_result) {
    auto begun = get(locks.once("o").async_begin(asio::use_future));
    ASSERT_TRUE(begun.turn);
    auto waiting = elsewhere.once("o").async_begin(asio::use_future);
    get(begun.turn.async_finish("made", asio::use_future));
    EXPECT_FALSE(begun.turn);
    EXPECT_EQ(get(std::move(waiting)).result, "made");
}

TEST_F(asynchronous_objects, a_once_that_failed_gives_the_turn_to_the_next) {
    auto begun = get(locks.once("o").async_begin(asio::use_future));
    auto waiting = elsewhere.once("o").async_begin(asio::use_future);
    get(begun.turn.async_fail("no disk", asio::use_future));
    auto next = get(std::move(waiting));
    EXPECT_TRUE(next.turn);
}

TEST_F(asynchronous_objects, waiting_for_a_turn_can_be_cancelled) {
    auto begun = get(locks.once("o").async_begin(asio::use_future));
    error_code said;
    elsewhere.once("o").async_begin(cancellable<once_begun>(said));
    ASSERT_TRUE(eventually([&] { return locks.inspect("o:o").size() == 2; }));
    signal.emit(asio::cancellation_type::terminal);
    io.run();
    EXPECT_EQ(std::error_code{said}, errc::canceled);
}

TEST_F(asynchronous_objects, a_condition_gives_up_the_lock_while_it_waits) {
    auto lock = locks.mutex("m");
    auto changed = locks.condition("n");
    auto waiting = changed.async_wait(lock, lock.acquire(), asio::use_future);
    {
        const auto meanwhile = elsewhere.mutex("m").acquire();
        get(elsewhere.condition("n").async_notify_one(asio::use_future));
    }
    const auto again = get(std::move(waiting));
    EXPECT_TRUE(again.valid());
    EXPECT_FALSE(elsewhere.mutex("m").try_acquire());
}

TEST_F(asynchronous_objects, a_cancelled_condition_gives_the_lock_back) {
    auto lock = locks.mutex("m");
    error_code said;
    hold got;
    locks.condition("n").async_wait(
        lock, lock.acquire(),
        asio::bind_cancellation_slot(signal.slot(), asio::bind_executor(io, [&](error_code ec, hold again) {
                                         said = ec;
                                         got = std::move(again);
                                     })));
    std::jthread canceler{[&] {
        const auto until_it_waits = elsewhere.mutex("m").acquire();
        asio::post(io, [&] { signal.emit(asio::cancellation_type::total); });
    }};
    io.run();
    EXPECT_EQ(std::error_code{said}, errc::canceled);
    EXPECT_TRUE(got.valid());
}

TEST_F(asynchronous_objects, coroutines_hand_over_by_conditions) {
    int item = 0;
    int sum = 0;
    auto lock = locks.mutex("m");
    auto filled = locks.condition("filled");
    auto emptied = elsewhere.condition("emptied");
    const auto produce = [&]() -> asio::awaitable<void> {
        for (int i = 1; i <= 10; ++i) {
            auto held = co_await lock.async_acquire();
            while (item != 0) held = co_await emptied.async_wait(lock, std::move(held));
            item = i;
            co_await held.async_release();
            co_await filled.async_notify_one();
        }
    };
    const auto consume = [&]() -> asio::awaitable<void> {
        for (int i = 1; i <= 10; ++i) {
            auto held = co_await lock.async_acquire();
            while (item == 0) held = co_await filled.async_wait(lock, std::move(held));
            sum += std::exchange(item, 0);
            co_await held.async_release();
            co_await emptied.async_notify_all();
        }
    };
    asio::co_spawn(io, produce(), asio::detached);
    asio::co_spawn(io, consume(), asio::detached);
    io.run();
    EXPECT_EQ(sum, 55);
}

}  // namespace
}  // namespace interlock::test
