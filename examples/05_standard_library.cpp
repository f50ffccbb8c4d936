// SPDX-License-Identifier: Apache-2.0
// A mutex is TimedLockable: the standard library's own tools work with it.
#include <interlock/interlock.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

int main() {
    interlock::client locks;

    // [snippet]
    auto from = locks.mutex("account/1");
    auto to = locks.mutex("account/2");
    {
        std::scoped_lock both{from, to};  // no deadlock, whatever the others' order
        std::printf("both held, fences %s\n", from.fence() != to.fence() ? "differ" : "are equal");
    }

    std::unique_lock lazy{from, std::defer_lock};
    if (lazy.try_lock_for(1s)) lazy.unlock();

    std::condition_variable_any ready;  // waits across a network lock: releases and takes it again
    bool done = false;
    std::jthread worker{[&] {
        std::scoped_lock guard{from};
        done = true;
        ready.notify_one();
    }};
    std::unique_lock waiting{from};
    ready.wait(waiting, [&] { return done; });
    // [/snippet]
    std::puts("done");
}
