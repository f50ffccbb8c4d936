// SPDX-License-Identifier: Apache-2.0
// The asynchronous face of the locks for many: readers, permits, several names, conversions, elections.
#include <gtest/gtest.h>
#include <interlock/asio.hpp>
#include <interlock/interlock.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <future>

#include "support/waiting.hpp"

namespace interlock::test {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using namespace std::chrono_literals;

class asynchronous_locks : public testing::Test {
protected:
    interlock::client locks_{"memory:asynchronous_locks"};
    interlock::client others_{"memory:asynchronous_locks"};
};

template <class T>
T get(std::future<T> future) {
    if (future.wait_for(patience) != std::future_status::ready) throw std::runtime_error{"no answer in time"};
    return future.get();
}

/// What a callback was told, together with the right to cancel the call.
template <class Result>
struct cancellable {
    asio::cancellation_signal signal;
    std::promise<error_code> told;

    auto token() {
        return asio::bind_cancellation_slot(signal.slot(),
                                            [this](error_code ec, Result) { told.set_value(ec); });
    }
    error_code cancel() {
        signal.emit(asio::cancellation_type::all);
        return get(told.get_future());
    }
};

TEST_F(asynchronous_locks, readers_and_permits_are_acquired) {
    auto lock = locks_.shared_mutex("m");
    auto one = get(lock.shared().async_acquire(asio::use_future));
    auto two = get(lock.upgradeable().async_try_acquire_for(1s, asio::use_future));
    EXPECT_EQ(one.mode(), mode::shared);
    ASSERT_TRUE(two.has_value());
    EXPECT_FALSE(get(lock.async_try_acquire_for(10ms, asio::use_future)).has_value());
    auto permits = locks_.semaphore("s", 2);
    const auto both = get(permits.permits(2).async_acquire(asio::use_future));
    EXPECT_FALSE(get(permits.async_try_acquire_for(0s, asio::use_future)).has_value());
}

TEST_F(asynchronous_locks, holds_are_upgraded_and_downgraded) {
    auto lock = locks_.shared_mutex("m");
    auto held = get(lock.upgradeable().async_acquire(asio::use_future));
    get(held.async_upgrade(asio::use_future));
    EXPECT_EQ(held.mode(), mode::exclusive);
    get(held.async_downgrade(asio::use_future));
    EXPECT_EQ(held.mode(), mode::shared);
    EXPECT_TRUE(others_.shared_mutex("m").try_lock_shared());
}

TEST_F(asynchronous_locks, an_upgrade_that_waits_is_cancelled_and_the_hold_stays) {
    auto held = locks_.shared_mutex("m").upgradeable().acquire();
    const auto reader = others_.shared_mutex("m").shared().acquire();
    asio::cancellation_signal signal;
    std::promise<error_code> told;
    held.async_upgrade(
        asio::bind_cancellation_slot(signal.slot(), [&](error_code ec) { told.set_value(ec); }));
    ASSERT_TRUE(eventually([&] { return locks_.inspect("m").front().upgrading; }));
    signal.emit(asio::cancellation_type::all);
    EXPECT_EQ(get(told.get_future()), make_error_code(errc::canceled));
    EXPECT_EQ(held.mode(), mode::upgradeable);
    EXPECT_TRUE(others_.shared_mutex("m").try_lock_shared());
}

TEST_F(asynchronous_locks, several_names_are_acquired_or_none) {
    auto lock = locks_.multi_lock({{"a"}, {"b"}});
    auto held = get(lock.async_acquire(asio::use_future));
    EXPECT_GT(held.fence("b"), 0U);
    EXPECT_FALSE(others_.mutex("a").try_lock());
    held.release();
    const auto obstacle = others_.mutex("b").acquire();
    EXPECT_FALSE(get(lock.async_try_acquire_for(10ms, asio::use_future)).has_value());
    EXPECT_TRUE(others_.mutex("a").try_acquire_for(patience).has_value());
}

TEST_F(asynchronous_locks, a_wait_for_several_names_on_two_engines_is_cancelled) {
    interlock::client elsewhere{"memory:elsewhere"};
    std::vector<multi_lock> parts;
    parts.push_back(locks_.multi_lock({{"a"}}));
    parts.push_back(elsewhere.multi_lock({{"z"}}));
    auto lock = multi_lock::combine(std::move(parts));
    const auto obstacle = interlock::client{"memory:elsewhere"}.mutex("z").acquire();
    cancellable<multi_hold> call;
    lock.async_acquire(call.token());
    ASSERT_TRUE(eventually([&] { return elsewhere.inspect("z").size() == 2; }));
    EXPECT_EQ(call.cancel(), make_error_code(errc::canceled));
    EXPECT_TRUE(others_.mutex("a").try_acquire_for(patience).has_value()) << "nothing is left behind";
    EXPECT_TRUE(eventually([&] { return elsewhere.inspect("z").size() == 1; }));
}

TEST_F(asynchronous_locks, a_campaign_is_won_observed_and_cancelled) {
    auto here = locks_.election("e");
    auto there = others_.election("e");
    auto news = there.async_observe(std::nullopt, asio::use_future);
    auto me = get(here.async_campaign("me", asio::use_future));
    EXPECT_TRUE(me.valid());
    const auto seen = get(std::move(news));
    EXPECT_EQ(seen.value, "me");
    EXPECT_EQ(seen.term, me.term());
    cancellable<leadership> call;
    there.async_campaign("other", call.token());
    ASSERT_TRUE(eventually([&] { return locks_.inspect("e").size() == 2; }));
    EXPECT_EQ(call.cancel(), make_error_code(errc::canceled));
}

TEST_F(asynchronous_locks, all_of_it_reads_well_in_a_coroutine) {
    asio::io_context io;
    const auto work = [this]() -> asio::awaitable<std::uint64_t> {
        auto lock = locks_.shared_mutex("m");
        auto held = co_await lock.upgradeable().async_acquire();
        co_await held.async_upgrade();
        auto names = locks_.multi_lock({{"a"}, {"b"}});
        auto both = co_await names.async_acquire();
        co_await held.async_release();
        co_return both.fence("a");
    };
    auto result = asio::co_spawn(io, work(), asio::use_future);
    io.run();
    EXPECT_GT(get(std::move(result)), 0U);
}

}  // namespace
}  // namespace interlock::test
