// SPDX-License-Identifier: Apache-2.0
// What every fault test needs.
#include "faults/scene.hpp"

#include <interlock/client.hpp>

#include <algorithm>

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

}  // namespace interlock::test
