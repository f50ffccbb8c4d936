// SPDX-License-Identifier: Apache-2.0
// Circles of threads that wait for each other: seen in an inspection, and broken by a person.
#include <interlock/interlock.hpp>

#include <barrier>
#include <cstdio>
#include <thread>

int main() {
    interlock::client locks;
    std::barrier both_have_one{2};
    const interlock::lock_options let_be{.detect_deadlock = false};  // Else one of them would be refused.
    const auto work = [&](const char* one, const char* other) {
        std::error_code ec;
        const auto first = locks.mutex(one, let_be).acquire();
        both_have_one.arrive_and_wait();
        const auto second = locks.mutex(other, let_be).acquire(ec);
    };
    std::jthread here{work, "left", "right"};
    std::jthread there{work, "right", "left"};

    // [snippet]
    auto circles = interlock::find_deadlocks(locks.inspect());
    while (circles.empty()) circles = interlock::find_deadlocks(locks.inspect());
    for (const auto& claim : circles.front()) {
        std::printf("%s[%d] %s '%s'\n", claim.who.program.c_str(), static_cast<int>(claim.who.pid),
                    claim.holding ? "holds" : "waits for", claim.name.c_str());
    }
    locks.evict(circles.front().front().name);  // one of them loses it, the others go on
    // [/snippet]

    return circles.size() == 1 && circles.front().size() == 4 ? 0 : 1;
}
