// SPDX-License-Identifier: Apache-2.0
// A hold is a lease: it can be lost, and says so.
#include <interlock/interlock.hpp>

#include <cstdio>
#include <latch>
#include <stop_token>

int main() {
    interlock::client locks;
    std::latch told{1};

    // [snippet]
    auto nightly = locks.mutex("nightly", {.lease = std::chrono::seconds{10}});
    auto hold = nightly.acquire();
    hold.on_lost([&told] { told.count_down(); });  // or: hold.lost() is a std::stop_token

    locks.evict("nightly");  // what a network cut or a long freeze would do as well

    told.wait();
    std::printf("lost; still valid: %s\n", hold.valid() ? "yes" : "no");
    // [/snippet]

    std::error_code ec;
    hold.release(ec);
    return ec == interlock::errc::lost ? 0 : 1;
}
