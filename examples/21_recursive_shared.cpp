// SPDX-License-Identifier: Apache-2.0
// A writer that also reads, and reads on when it has written.
#include <interlock/interlock.hpp>

#include <cstdio>
#include <mutex>
#include <shared_mutex>

int main() {
    interlock::client locks;
    interlock::client others;  // Stands for another process.

    // [snippet]
    auto account = locks.recursive_shared_mutex("account/7");
    std::unique_lock writing{account};
    std::shared_lock reading{account};  // same thread: no wait, no message
    writing.unlock();                   // downgraded: other readers may come, writers may not
    // [/snippet]

    const auto beside = others.shared_mutex("account/7").shared().acquire();
    const bool writer = others.mutex("account/7").try_lock();
    std::printf("another reads: %s, another writes: %s\n", beside ? "yes" : "no", writer ? "yes" : "no");
    return beside && !writer ? 0 : 1;
}
