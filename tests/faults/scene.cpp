// SPDX-License-Identifier: Apache-2.0
// What every fault test needs.
#include "faults/scene.hpp"

#include <interlock/client.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace interlock::test {

void scene::queue_up(const taker& who, std::size_t place) const {
    who->say("acquire");
    interlock::client looking{url()};
    EXPECT_TRUE(eventually([&] {
        const auto claims = looking.inspect("the lock");
        return static_cast<std::size_t>(std::count_if(claims.begin(), claims.end(),
                                                      [](const auto& c) { return !c.holding; })) >= place;
    }));
}

std::uint32_t scene::seed() {
    const char* const given = std::getenv("INTERLOCK_SEED");
    const auto out = given != nullptr ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10))
                                      : std::random_device{}();
    std::printf("INTERLOCK_SEED=%u\n", out);
    return out;
}

bool scene::caught_in_transaction() const {
    try {
        interlock::client locks{url(), {.connect_timeout = std::chrono::milliseconds{500}}};
        locks.evict("nobody holds this");
        return false;
    } catch (const interlock::error& e) {
        EXPECT_EQ(e.code(), interlock::errc::unavailable);
        return true;
    }
}

void scene::freeze_between_writes(const taker& who) const {
    for (int tries = 0; tries < 20; ++tries) {
        who->freeze();
        if (!caught_in_transaction()) return;
        who->thaw();
    }
    ADD_FAILURE() << "frozen in a transaction each time";
}

}  // namespace interlock::test
