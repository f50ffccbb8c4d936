// SPDX-License-Identifier: Apache-2.0
// Checks a record of holds on one name: never two at a time, and fences that only grow.
#include "support/history.hpp"

#include <algorithm>

namespace interlock::test {
namespace {

std::string text(const held& one) {
    return "fence " + std::to_string(one.fence) + " [" +
           std::to_string(one.granted.time_since_epoch().count()) + ", " +
           std::to_string(one.ended.time_since_epoch().count()) + ")";
}

}  // namespace

std::string find_fault(std::vector<held> holds) {
    std::sort(holds.begin(), holds.end(), [](const held& a, const held& b) { return a.granted < b.granted; });
    for (std::size_t i = 0; i < holds.size(); ++i) {
        if (holds[i].ended < holds[i].granted) return "ended before it was granted: " + text(holds[i]);
        if (holds[i].fence == 0) return "a hold without a fence: " + text(holds[i]);
        if (i == 0) continue;
        if (holds[i].granted < holds[i - 1].ended)
            return "two holds at a time: " + text(holds[i - 1]) + " and " + text(holds[i]);
        if (holds[i].fence <= holds[i - 1].fence)
            return "a fence that did not grow: " + text(holds[i - 1]) + " then " + text(holds[i]);
    }
    return {};
}

}  // namespace interlock::test
