// SPDX-License-Identifier: Apache-2.0
// Who waits for whom, in rows: what the search for cycles asks.
#include "engines/rows/crowd.hpp"

namespace interlock::rows {

std::vector<core::stander> crowd::on(const std::string& name, std::size_t most) {
    using doing = core::stander::doing;
    std::vector<core::stander> out;
    for (const auto& row : rows_.queue(name, queue_start, most)) {
        const bool over = row.at != state::waiting && row.expires <= rows_.now();
        if (over || row.at == state::kept) continue;
        const auto now = row.at == state::waiting     ? doing::waits
                         : row.at == state::upgrading ? doing::upgrades
                                                      : doing::holds;
        out.push_back({row.owner, item_of(row), now, row.label});
    }
    return out;
}

std::vector<std::string> crowd::names_of(const owner_id& claim) {
    std::vector<std::string> out;
    for (const auto& row : rows_.claims_of(claim)) out.push_back(row.name);
    return out;
}

}  // namespace interlock::rows
