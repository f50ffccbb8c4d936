// SPDX-License-Identifier: Apache-2.0
// A claim as the store keeps it, and the line of claims on one name.
#include "engines/memory/line.hpp"

#include <algorithm>

namespace interlock::memory {

core::ahead line::before(std::uint64_t arrival) const noexcept {
    core::ahead found;
    for (const auto& each : holders) found.add(each.counted(), each.what().permits);
    for (const auto& each : waiting) {
        if (each.who->arrival >= arrival || found.blocks_everything()) break;
        found.add(each.what().how, each.what().permits);
    }
    return found;
}

void line::remove(const record& gone) noexcept {
    const auto is_it = [&](const place& each) { return each.who.get() == &gone; };
    std::erase_if(holders, is_it);
    std::erase_if(waiting, is_it);
}

void line::admit(const record& granted) {
    const auto it = std::find_if(waiting.begin(), waiting.end(),
                                 [&](const place& each) { return each.who.get() == &granted; });
    holders.push_back(std::move(*it));
    waiting.erase(it);
}

std::shared_ptr<record> line::upgrader() const noexcept {
    const auto it =
        std::find_if(holders.begin(), holders.end(), [](const place& each) { return each.who->upgrading; });
    return it == holders.end() ? nullptr : it->who;
}

boot_clock::time_point line::first_expiry() const noexcept {
    auto first = holders.front().who->expires;
    for (const auto& each : holders) first = std::min(first, each.who->expires);
    return first;
}

}  // namespace interlock::memory
