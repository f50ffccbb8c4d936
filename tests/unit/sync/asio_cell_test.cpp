// SPDX-License-Identifier: Apache-2.0
// The asynchronous face of cells.
#include <gtest/gtest.h>
#include <interlock/asio.hpp>
#include <interlock/asio/cells.hpp>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <thread>

#include "support/waiting.hpp"

namespace interlock {
namespace {

std::atomic<std::thread::id> decoded_on{};
struct marked {
    int value = 0;
};

}  // namespace

template <>
struct cell_codec<marked> {
    static std::string encode(const marked& m) { return std::to_string(m.value); }
    static std::optional<marked> decode(std::string_view text) {
        decoded_on = std::this_thread::get_id();
        return marked{*cell_codec<int>::decode(text)};
    }
};

namespace test {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using namespace std::chrono_literals;

template <class T>
T get(std::future<T> future) {
    if (future.wait_for(patience) != std::future_status::ready) throw std::runtime_error{"no answer in time"};
    return future.get();
}

struct asynchronous_cells : testing::Test {
    const std::string url =
        std::string{"memory:"} + testing::UnitTest::GetInstance()->current_test_info()->name();
    client locks{url};
    client elsewhere{url};
    cell<int> n = locks.cell<int>("n");
    asio::io_context io;
};

TEST_F(asynchronous_cells, are_stored_loaded_exchanged_and_erased) {
    EXPECT_EQ(get(n.async_store(5, asio::use_future)), 1U);
    EXPECT_EQ(get(n.async_load(asio::use_future)).value, 5);
    EXPECT_FALSE(get(n.async_compare_exchange(0, 6, asio::use_future)));
    EXPECT_TRUE(get(n.async_compare_exchange(1, 6, asio::use_future)));
    EXPECT_EQ(get(n.async_fetch_add(4, asio::use_future)), 6);
    EXPECT_EQ(n.load().value, 10);
    EXPECT_EQ(get(n.async_erase(asio::use_future)), 4U);
    EXPECT_EQ(n.load().value, std::nullopt);
}

TEST_F(asynchronous_cells, refuse_an_older_fence) {
    get(n.async_store_guarded(1, 7, asio::use_future));
    error_code said;
    n.async_store_guarded(2, 6, asio::bind_executor(io, [&](error_code ec, std::uint64_t) { said = ec; }));
    io.run();
    EXPECT_EQ(std::error_code{said}, errc::stale);
    EXPECT_EQ(n.load().value, 1);
}

TEST_F(asynchronous_cells, count_exactly_from_many_coroutines) {
    const auto add = [](cell<int> counter) -> asio::awaitable<void> {
        for (int i = 0; i < 50; ++i) co_await counter.async_fetch_add(1);
    };
    for (int i = 0; i < 4; ++i)
        asio::co_spawn(io, add(i % 2 == 0 ? locks.cell<int>("n") : elsewhere.cell<int>("n")), asio::detached);
    io.run();
    EXPECT_EQ(n.load().value, 200);
}

TEST_F(asynchronous_cells, wait_for_a_change_elsewhere) {
    auto changed = n.async_wait(0, asio::use_future);
    elsewhere.cell<int>("n").store(3);
    EXPECT_EQ(get(std::move(changed)).value, 3);
}

TEST_F(asynchronous_cells, end_a_timed_wait_with_an_empty_optional) {
    EXPECT_FALSE(get(n.async_wait_for(0, 20ms, asio::use_future)).has_value());
    EXPECT_FALSE(get(n.async_wait_for(0, 0ms, asio::use_future)).has_value());
    n.store(1);
    EXPECT_EQ(get(n.async_wait_for(0, 0ms, asio::use_future))->value, 1);
}

TEST_F(asynchronous_cells, end_a_wait_that_is_cancelled) {
    asio::cancellation_signal signal;
    error_code said;
    n.async_wait(
        0, asio::bind_cancellation_slot(
               signal.slot(), asio::bind_executor(io, [&](error_code ec, versioned<int>) { said = ec; })));
    signal.emit(asio::cancellation_type::total);
    io.run();
    EXPECT_EQ(std::error_code{said}, errc::canceled);
}

TEST_F(asynchronous_cells, start_nothing_before_a_deferred_call_is_launched) {
    auto later = n.async_store(5, asio::deferred);
    EXPECT_EQ(n.load().version, 0U);
    EXPECT_EQ(get(std::move(later)(asio::use_future)), 1U);
}

TEST_F(asynchronous_cells, outlive_their_object_and_client_until_the_answer_has_come) {
    std::future<versioned<int>> changed;
    {
        client brief{url};
        changed = brief.cell<int>("n").async_wait(0, asio::use_future);
    }
    n.store(9);
    EXPECT_EQ(get(std::move(changed)).value, 9);
}

TEST_F(asynchronous_cells, run_the_users_codec_where_the_users_handler_runs) {
    auto m = locks.cell<marked>("m");
    m.store({5});
    decoded_on = std::thread::id{};
    bool called = false;
    m.async_load(asio::bind_executor(
        io, [&](error_code ec, const versioned<marked>& now) { called = !ec && now.value->value == 5; }));
    io.run();
    EXPECT_TRUE(called);
    EXPECT_EQ(decoded_on.load(), std::this_thread::get_id());
}

TEST_F(asynchronous_cells, report_what_is_no_value_of_their_type) {
    locks.cell<std::string>("n").store("many");
    error_code said;
    n.async_load(asio::bind_executor(io, [&](error_code ec, const versioned<int>&) { said = ec; }));
    io.run();
    EXPECT_EQ(std::error_code{said}, errc::protocol);
}

TEST_F(asynchronous_cells, work_on_a_client_on_the_users_executor) {
    auto own = open_on(io.get_executor(), url);
    auto there = own.cell<int>("n");
    bool done = false;
    asio::co_spawn(
        io,
        [&]() -> asio::awaitable<void> {
            co_await there.async_store(1);
            const auto none = co_await there.async_wait_for(1, 20ms);
            done = !none && (co_await there.async_load()).value == 1;
            io.stop();
        },
        asio::detached);
    io.run();
    EXPECT_TRUE(done);
}

}  // namespace
}  // namespace test
}  // namespace interlock
