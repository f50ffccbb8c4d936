// SPDX-License-Identifier: Apache-2.0
// The same core under Asio: coroutines, futures or callbacks.
#include <interlock/asio.hpp>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <cstdio>

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

// [snippet]
asio::awaitable<void> count(interlock::mutex& counter, int& total) {
    for (int i = 0; i < 100; ++i) {
        auto hold = co_await counter.async_acquire();
        ++total;
        co_await hold.async_release();
    }
}

asio::awaitable<void> impatient(interlock::mutex& counter) {
    if (auto hold = co_await counter.async_try_acquire_for(5s)) {
        std::puts("got it in time");
    }
}
// [/snippet]

}  // namespace

int main() {
    asio::io_context io;
    interlock::client locks;
    auto counter = locks.mutex("counter");
    int total = 0;
    for (int i = 0; i < 8; ++i) asio::co_spawn(io, count(counter, total), asio::detached);
    asio::co_spawn(io, impatient(counter), asio::detached);
    io.run();
    std::printf("total %d\n", total);
    return total == 800 ? 0 : 1;
}
