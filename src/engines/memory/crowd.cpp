// SPDX-License-Identifier: Apache-2.0
// Who waits for whom: what the search for cycles asks the table.
#include "engines/memory/crowd.hpp"

namespace interlock::memory {

std::vector<core::stander> crowd::on(const std::string& name, std::size_t most) {
    using doing = core::stander::doing;
    std::vector<core::stander> out;
    const auto found = table_.lines_.find(name);
    if (found == table_.lines_.end()) return out;
    for (const auto* part : {&found->second.holders, &found->second.waiting}) {
        for (const auto& each : *part) {
            const auto& who = *each.who;
            if (out.size() == most) return out;
            const bool over = who.holds() && who.expires <= now_;
            if (over || table_.find(who.wanted.owner) != each.who) continue;
            const auto now = !who.holds() ? doing::waits : who.upgrading ? doing::upgrades : doing::holds;
            out.push_back({who.wanted.owner, each.what(), now, who.wanted.label});
        }
    }
    return out;
}

std::vector<std::string> crowd::names_of(const port::owner_id& claim) {
    std::vector<std::string> out;
    const auto known = table_.claims_.find(claim);
    if (known == table_.claims_.end()) return out;
    for (const auto& each : known->second->wanted.items) out.push_back(each.name);
    return out;
}

std::vector<port::owner_id> crowd::waiting_with(const port::owner_id& hold, std::size_t most) {
    std::vector<port::owner_id> out;
    auto next = table_.meanwhile_.lower_bound({hold, {}});
    for (; next != table_.meanwhile_.end() && next->first == hold && out.size() < most; ++next)
        out.push_back(next->second);
    return out;
}

}  // namespace interlock::memory
