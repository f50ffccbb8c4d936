// SPDX-License-Identifier: Apache-2.0
// The asynchronous face: every kind of completion token, cancellation, executors.
#include <gtest/gtest.h>
#include <interlock/asio.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <future>
#include <thread>

#include "support/waiting.hpp"

namespace interlock::test {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using namespace std::chrono_literals;

class asynchronous : public testing::Test {
protected:
    interlock::client locks_{"memory:asynchronous"};
    interlock::mutex lock_ = locks_.mutex("m");
    asio::io_context io_;
};

template <class T>
T get(std::future<T> future) {
    if (future.wait_for(patience) != std::future_status::ready) throw std::runtime_error{"no answer in time"};
    return future.get();
}

TEST_F(asynchronous, a_future_gives_the_hold) {
    auto hold = get(lock_.async_acquire(asio::use_future));
    EXPECT_TRUE(hold.valid());
    EXPECT_FALSE(lock_.try_lock());
    get(hold.async_renew(asio::use_future));
    get(hold.async_release(asio::use_future));
    EXPECT_FALSE(hold);
    EXPECT_TRUE(lock_.try_lock());
}

TEST_F(asynchronous, a_callback_runs_on_its_executor_and_never_inside_the_call) {
    bool called = false;
    lock_.async_acquire(asio::bind_executor(io_, [&](error_code ec, hold got) {
        called = true;
        EXPECT_FALSE(ec);
        EXPECT_TRUE(got.valid());
    }));
    EXPECT_FALSE(called);
    io_.run();  // Returns once the callback has run: the operation counts as work.
    EXPECT_TRUE(called);
}

asio::awaitable<void> add(interlock::mutex& lock, int& total, int times) {
    for (int i = 0; i < times; ++i) {
        auto hold = co_await lock.async_acquire();
        ++total;
        co_await hold.async_release();
    }
}

TEST_F(asynchronous, coroutines_exclude_each_other) {
    int total = 0;
    for (int i = 0; i < 8; ++i) asio::co_spawn(io_, add(lock_, total, 200), asio::detached);
    std::jthread second{[&] { io_.run(); }};
    io_.run();
    second.join();
    EXPECT_EQ(total, 1600);
}

TEST_F(asynchronous, a_deferred_operation_starts_when_it_is_launched) {
    auto later = lock_.async_acquire(asio::deferred);
    EXPECT_TRUE(lock_.try_lock()) << "nothing was asked for yet";
    lock_.unlock();
    EXPECT_TRUE(get(std::move(later)(asio::use_future)).valid());
}

TEST_F(asynchronous, busy_is_an_empty_optional) {
    const auto hold = lock_.acquire();
    EXPECT_FALSE(get(lock_.async_try_acquire_for(0ms, asio::use_future)).has_value());
    EXPECT_FALSE(get(lock_.async_try_acquire_for(20ms, asio::use_future)).has_value());
}

TEST_F(asynchronous, the_lock_s_own_wait_ends_with_timed_out) {
    const auto hold = lock_.acquire();
    auto hasty = locks_.mutex("m", {.wait = 20ms});
    error_code said;
    hasty.async_acquire(asio::bind_executor(io_, [&](error_code ec, interlock::hold) { said = ec; }));
    io_.run();
    EXPECT_EQ(std::error_code{said}, errc::timed_out);
}

TEST_F(asynchronous, cancellation_leaves_the_line) {
    const auto hold = lock_.acquire();
    asio::cancellation_signal signal;
    error_code said;
    lock_.async_acquire(asio::bind_cancellation_slot(
        signal.slot(), asio::bind_executor(io_, [&](error_code ec, interlock::hold) { said = ec; })));
    signal.emit(asio::cancellation_type::total);
    io_.run();
    EXPECT_EQ(std::error_code{said}, errc::canceled);
}

TEST_F(asynchronous, an_error_becomes_an_exception_in_a_coroutine) {
    const auto hold = lock_.acquire();
    auto hasty = locks_.mutex("m", {.wait = 0ms});
    std::error_code said;
    asio::co_spawn(
        io_,
        [&]() -> asio::awaitable<void> {
            try {
                co_await hasty.async_acquire();
            } catch (const boost::system::system_error& e) {
                said = e.code();
            }
        },
        asio::detached);
    io_.run();
    EXPECT_EQ(said, errc::timed_out);
}

TEST_F(asynchronous, the_lock_object_may_go_while_its_acquisition_waits) {
    auto hold = lock_.acquire();
    std::future<interlock::hold> waiting;
    {
        auto brief = locks_.mutex("m");
        waiting = brief.async_acquire(asio::use_future);
    }
    hold.release();
    EXPECT_TRUE(get(std::move(waiting)).valid());
}

TEST_F(asynchronous, a_client_can_live_on_the_users_executor) {
    auto own = open_on(io_.get_executor(), "memory:asynchronous");
    auto lock = own.mutex("elsewhere", {.lease = 200ms});
    bool kept = false;
    asio::co_spawn(
        io_,
        [&]() -> asio::awaitable<void> {
            auto hold = co_await lock.async_acquire();
            // Longer than the lease: renewed by the user's executor, or it would be lost.
            const auto busy = co_await lock.async_try_acquire_for(500ms);
            kept = hold.valid() && !busy;
            co_await hold.async_release();
            io_.stop();
        },
        asio::detached);
    io_.run();
    EXPECT_TRUE(kept);
}

TEST_F(asynchronous, an_empty_hold_cannot_be_renewed_or_released) {
    hold nothing;
    EXPECT_THROW(nothing.async_renew(asio::use_future), interlock::error);
    EXPECT_THROW(nothing.async_release(asio::use_future), interlock::error);
}

}  // namespace
}  // namespace interlock::test
