// SPDX-License-Identifier: Apache-2.0
// The shortest use: one process at a time gets past the lock.
#include <cstdio>
// [snippet]
#include <interlock/interlock.hpp>

#include <mutex>

int main() {
    interlock::client locks;                 // the embedded engine: all processes on this host
    auto orders = locks.mutex("orders/42");  // a cheap handle: no I/O yet

    std::scoped_lock guard{orders};  // std::unique_lock and friends work too
    std::puts("only one process on this host is here");
}
// [/snippet]
