// SPDX-License-Identifier: Apache-2.0
// Checks a record of holds on one name: no two that conflict at a time, and fences that only grow.
#include "support/history.hpp"

#include <algorithm>
#include <map>

namespace interlock::test {
namespace {

std::string text(const held& one) {
    return std::string{to_string(one.how)} + " fence " + std::to_string(one.fence) + " [" +
           std::to_string(one.granted.time_since_epoch().count()) + ", " +
           std::to_string(one.ended.time_since_epoch().count()) + ")";
}

bool conflict(mode a, mode b) {
    if (a == mode::exclusive || b == mode::exclusive) return true;
    if (a == mode::permits || b == mode::permits) return a != b;
    return a == mode::upgradeable && b == mode::upgradeable;
}

/// Of one hold and those granted before it: `earlier` are the ones that had not ended when it was granted.
std::string find_fault(const held& one, const std::vector<held>& earlier, std::uint32_t limit) {
    auto in_use = one.how == mode::permits ? one.permits : 0;
    for (const auto& other : earlier) {
        if (conflict(one.how, other.how)) return "two holds at a time: " + text(other) + " and " + text(one);
        if (other.how == mode::permits) in_use += other.permits;
    }
    if (one.how == mode::permits && in_use > limit)
        return std::to_string(in_use) + " permits of " + std::to_string(limit) + " in use: " + text(one);
    return {};
}

}  // namespace

std::string find_fault(std::vector<held> holds, std::uint32_t limit) {
    std::sort(holds.begin(), holds.end(), [](const held& a, const held& b) { return a.granted < b.granted; });
    std::vector<held> open;
    std::map<mode, held> ended;  // Of each mode the one with the greatest fence.
    for (const auto& one : holds) {
        if (one.ended < one.granted) return "ended before it was granted: " + text(one);
        if (one.fence == 0) return "a hold without a fence: " + text(one);
        for (const auto& other : open) {
            if (other.ended > one.granted) continue;
            auto& greatest = ended.try_emplace(other.how, other).first->second;
            if (other.fence > greatest.fence) greatest = other;
        }
        std::erase_if(open, [&](const held& other) { return other.ended <= one.granted; });
        if (auto fault = find_fault(one, open, limit); !fault.empty()) return fault;
        // Those that go together may be told of their grants in another order than they were granted in.
        for (const auto& [how, other] : ended) {
            if (conflict(how, one.how) && one.fence <= other.fence)
                return "a fence that did not grow: " + text(other) + " then " + text(one);
        }
        open.push_back(one);
    }
    return {};
}

}  // namespace interlock::test
