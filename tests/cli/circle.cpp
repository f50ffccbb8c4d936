// SPDX-License-Identifier: Apache-2.0
// Makes a deadlock for the tool to find: two threads hold a lock each and wait for that of the other. Ends at
// the end of its standard input.
#include <interlock/interlock.hpp>

#include <barrier>
#include <cstdio>
#include <string>
#include <thread>

namespace {

/// Holds `mine` and waits for `other`, although that closes a circle.
void hold_and_wait(interlock::client& locks, const std::string& mine, const std::string& other,
                   std::barrier<>& both, std::stop_token stop) {
    const auto held = locks.mutex(mine).acquire();
    both.arrive_and_wait();
    std::error_code canceled;
    const auto never = locks.mutex(other, {.detect_deadlock = false}).acquire(canceled, stop);
}

}  // namespace

int main() {
    interlock::client locks;
    std::barrier<> both{2};
    std::stop_source end;
    std::jthread one{[&] { hold_and_wait(locks, "circle/a", "circle/b", both, end.get_token()); }};
    std::jthread two{[&] { hold_and_wait(locks, "circle/b", "circle/a", both, end.get_token()); }};
    while (std::getchar() != EOF) continue;
    end.request_stop();
}
