// SPDX-License-Identifier: Apache-2.0
// Several locks at once, and what happens to those who take one after the other.
#include <interlock/interlock.hpp>

#include <atomic>
#include <barrier>
#include <cstdio>
#include <thread>

int main() {
    interlock::client locks;

    // [snippet]
    // All or nothing, in one step, in any order: two transfers never wait for each other in a circle.
    auto transfer = locks.multi_lock({{"account/1"}, {"account/2"}, {"rates", interlock::mode::shared}});
    auto held = transfer.acquire();
    const bool fenced = held.fence("account/1") != 0 && held.fence("account/2") != 0;
    held.release();

    // One after the other, in opposite order: whoever would close the circle is told at once.
    std::atomic<int> refused{0};
    std::barrier both_have_one{2};
    const auto one_by_one = [&](const char* from, const char* to) {
        auto first = locks.mutex(from).acquire();
        both_have_one.arrive_and_wait();
        std::error_code ec;
        auto second = locks.mutex(to).acquire(ec);
        if (ec == interlock::errc::deadlock) ++refused;
    };
    // [/snippet]

    {
        std::jthread here{one_by_one, "account/1", "account/2"};
        std::jthread there{one_by_one, "account/2", "account/1"};
    }
    std::printf("fenced: %s, refused: %d\n", fenced ? "yes" : "no", refused.load());
    return fenced && refused == 1 ? 0 : 1;
}
