// SPDX-License-Identifier: Apache-2.0
// Fault tests of all objects but the plain mutex: processes that are told what to do, and one that looks on.
#include "faults/sync_scene.hpp"

#include <algorithm>

namespace interlock::test {

scene::taker sync_scene::start(std::chrono::milliseconds lease) const {
    auto out = std::make_unique<helper_process>(
        std::vector<std::string>{SYNC_TAKER, url(), std::to_string(lease.count()), counter_file()});
    EXPECT_EQ(out->hear(), "ready");
    return out;
}

void sync_scene::queue_up(const taker& who, const std::string& order, const std::string& name,
                          std::size_t place) {
    who->say(order);
    expect_in_line(name, place);
}

void sync_scene::expect_in_line(const std::string& name, std::size_t how_many) {
    const auto waits = [](const claim_info& each) { return !each.holding || each.upgrading; };
    EXPECT_TRUE(eventually([&] {
        const auto claims = onlooker_.inspect(name);
        return static_cast<std::size_t>(std::count_if(claims.begin(), claims.end(), waits)) >= how_many;
    })) << "nobody waits for "
        << name;
}

void sync_scene::TearDown() {
    scene::TearDown();
    for (const auto& left : onlooker_.inspect())
        ADD_FAILURE() << "left behind: " << left.name << " of process " << left.who.pid;
}

}  // namespace interlock::test
