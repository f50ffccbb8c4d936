// SPDX-License-Identifier: Apache-2.0
// So many at a time: leased permits.
#include <interlock/interlock.hpp>

#include <cstdio>

int main() {
    interlock::client locks;

    // [snippet]
    auto downloads = locks.semaphore("downloads", 3);  // three at a time, in the whole fleet

    auto one = downloads.acquire();
    auto two = downloads.permits(2).try_acquire();  // both of the others, or none
    const bool full = !downloads.try_acquire();

    downloads.resize(4);  // for everyone, from now on
    auto fourth = downloads.try_acquire();
    // [/snippet]

    std::printf("two: %s, full: %s, fourth: %s\n", two ? "yes" : "no", full ? "yes" : "no",
                fourth ? "yes" : "no");
    downloads.resize(3);  // As it was, so that the example can run again.
    return two && full && fourth ? 0 : 1;
}
