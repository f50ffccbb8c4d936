// SPDX-License-Identifier: Apache-2.0
// The queues of names: who is next, and handing over in the step that made room.
#include "engines/rows/line.hpp"

#include <algorithm>

namespace interlock::rows {
namespace {

/// Whether no claim of any mode could pass: a walk along the line may end here.
bool full(const core::ahead& before, std::uint32_t limit) {
    if (before.blocks_everything()) return true;
    return before.blocks({.name = {}, .how = mode::shared}) &&
           before.blocks({.name = {}, .how = mode::permits, .permits = 1, .limit = limit});
}

}  // namespace

template <class Visit>
line::walked line::walk(std::string_view name, Visit visit) {
    place after = queue_start;
    for (std::size_t seen = 0; seen < longest_walk; seen += page) {
        const auto rows = rows_.queue(name, after, page);
        for (const auto& row : rows) {
            if (visit(row) == step::stop) return walked::whole;
        }
        if (rows.size() < page) return walked::whole;
        after = place_of(rows.back());
    }
    return walked::cut_short;
}

void line::remove(const std::vector<claim_row>& claim) {
    if (claim.empty()) return;
    erase(claim.front());
    for (const auto& row : claim) touch(row.name);
}

void line::remove_expired(const claim_row& row) {
    if (row.count > 1) return remove(rows_.claims_of(row.owner));
    erase(row);
    touch(row.name);
}

/// Only who waits has told what its thread holds meanwhile.
void line::erase(const claim_row& row) {
    rows_.erase(row.owner);
    if (row.at == state::waiting || row.at == state::upgrading) rows_.erase_meanwhile(row.owner);
}

bool line::anybody_waits(std::string_view name) { return !rows_.queue(name, line_start, 1).empty(); }

bool line::anybody_upgrades(std::string_view name, const owner_id& owner) {
    const auto first = rows_.queue(name, queue_start, 1);
    return !first.empty() && first.front().at == state::upgrading && first.front().owner != owner &&
           !expired(first.front());
}

bool line::clear_for(const port::item& wanted, order how) {
    core::ahead before;
    bool clear = true;
    const auto ended = walk(wanted.name, [&](const claim_row& row) {
        if (expired(row)) {
            remove_expired(row);
            return step::on;
        }
        if (row.at == state::waiting && how == order::barging) return step::stop;
        before.add(counted(row), row.permits);
        clear = !before.blocks(wanted);
        return clear ? step::on : step::stop;
    });
    return clear && ended == walked::whole;
}

bool line::admits(const port::claim& wanted) {
    const auto all_clear = [&] {
        return std::all_of(wanted.items.begin(), wanted.items.end(),
                           [&](const port::item& item) { return clear_for(item, wanted.order); });
    };
    const bool clear = all_clear();
    if (pending_.empty()) return clear;
    serve();  // Those in line come before the newcomer for what the expired claims left.
    return clear && all_clear();
}

void line::serve() {
    for (std::size_t served = 0; !pending_.empty(); ++served) {
        const auto name = std::move(pending_.extract(pending_.begin()).value());
        if (served < most_names) {
            promote(name);
        } else {
            out_.unfinished.push_back(name);
        }
    }
}

void line::promote(const std::string& name) {
    core::ahead before;
    auto limit = UINT32_MAX;
    bool moved = false;
    std::optional<claim_row> upgrader;
    bool alone = true;
    const auto ended = walk(name, [&](const claim_row& row) {
        if (expired(row)) {
            remove_expired(row);
            return step::on;
        }
        if (upgrader) {
            alone = row.at == state::waiting;
            return step::stop;
        }
        if (row.at == state::upgrading) {  // It comes first: only other holders can stand in its way.
            upgrader = row;
            return step::on;
        }
        if (row.at == state::waiting && !before.blocks(item_of(row)) && free_elsewhere(row)) {
            offer(row);
            moved = true;
        }
        before.add(row.how, row.permits);
        if (row.how == mode::permits) limit = row.limit;
        return full(before, limit) ? step::stop : step::on;
    });
    pending_.erase(name);  // Expired rows of this name were passed over in this very walk.
    if (upgrader && alone && ended == walked::whole) {
        upgrade(*upgrader);
        out_.pushes.push_back({push::kind::granted, upgrader->session, upgrader->owner, {}});
    }
    // Without progress another walk would end at the same place.
    if (ended == walked::cut_short && moved) out_.unfinished.push_back(name);
}

bool line::free_elsewhere(const claim_row& row) {
    if (row.count == 1) return true;
    for (const auto& mine : rows_.claims_of(row.owner)) {
        if (mine.name == row.name) continue;
        core::ahead before;
        const auto ended = walk(mine.name, [&](const claim_row& other) {
            if (other.owner == mine.owner) return step::stop;
            if (expired(other)) {
                remove_expired(other);
            } else {
                before.add(counted(other), other.permits);
            }
            return before.blocks_everything() ? step::stop : step::on;
        });
        if (ended == walked::cut_short || before.blocks(item_of(mine))) return false;
    }
    return true;
}

void line::offer(const claim_row& row) {
    auto claim = row.count == 1 ? std::vector{row} : rows_.claims_of(row.owner);
    for (auto& granted : claim) {
        granted.at = state::offered;
        granted.since = rows_.now();
        granted.expires = rows_.now() + std::min<std::chrono::microseconds>(granted.lease, confirmation);
        granted.fence = rows_.draw_fence(granted.name);
        rows_.grant(granted);
    }
    rows_.erase_meanwhile(row.owner);
    out_.pushes.push_back({push::kind::granted, row.session, row.owner, {}});
}

line::company line::others_beside(const claim_row& row) {
    const auto found = look_beside(row);
    if (pending_.empty()) return found;
    serve();  // Those in line come first for what the expired claims left.
    return look_beside(row);
}

line::company line::look_beside(const claim_row& row) {
    auto found = company::none;
    const auto ended = walk(row.name, [&](const claim_row& other) {
        if (other.at == state::waiting) return step::stop;
        if (expired(other)) {
            remove_expired(other);
        } else if (other.owner != row.owner) {
            found = other.at == state::upgrading ? company::upgrader : company::holders;
            return step::stop;
        }
        return step::on;
    });
    return ended == walked::whole ? found : company::holders;
}

void line::upgrade(claim_row& row) {
    if (row.at == state::upgrading) rows_.erase_meanwhile(row.owner);
    row.at = state::held;
    row.how = mode::exclusive;
    row.fence = rows_.draw_fence(row.name);
    row.ticket = row.fence;
    row.since = rows_.now();
    rows_.convert(row);
}

void line::stay(claim_row& row) {
    rows_.erase_meanwhile(row.owner);
    row.at = state::held;
    row.ticket = row.fence;
    rows_.convert(row);
    touch(row.name);
}

}  // namespace interlock::rows
