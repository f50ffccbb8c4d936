// SPDX-License-Identifier: Apache-2.0
// Hosts for engines under test without threads and without sleeping: time is moved by hand.
#include "support/manual_host.hpp"

#include <algorithm>
#include <stdexcept>

namespace interlock::test {

manual_host& manual_world::add_host() {
    return *hosts_.emplace_back(std::make_unique<manual_host>(time, chance));
}

void manual_world::run_until_quiet() {
    constexpr int too_many = 10'000;
    for (int rounds = 0; rounds < too_many; ++rounds) {
        bool any = false;
        for (auto& each : hosts_) any = each->loop.run_once(now()) || any;
        if (!any) return;
    }
    throw std::runtime_error{"the loops do not come to rest: something re-arms itself without time passing"};
}

void manual_world::advance(boot_clock::duration how_far) {
    const auto target = now() + how_far;
    run_until_quiet();
    while (now() < target) {
        auto next = target;
        for (const auto& each : hosts_) next = std::min(next, each->loop.next_timer().value_or(target));
        time.set(std::max(next, now()));
        run_until_quiet();
    }
}

}  // namespace interlock::test
