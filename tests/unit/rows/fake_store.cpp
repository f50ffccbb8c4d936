// SPDX-License-Identifier: Apache-2.0
// A row store in vectors, with a clock moved by hand: the plainest thing the lease-row logic can run on.
#include "unit/rows/fake_store.hpp"

#include <algorithm>
#include <tuple>

namespace interlock::rows::test {
namespace {

auto key(const place& at) { return std::tuple{at.part, at.ticket, at.owner}; }

std::vector<claim_row> first(std::vector<claim_row> rows, std::size_t most) {
    std::sort(rows.begin(), rows.end(), [](const claim_row& a, const claim_row& b) {
        return std::tuple{a.name, key(place_of(a))} < std::tuple{b.name, key(place_of(b))};
    });
    rows.resize(std::min(rows.size(), most));
    return rows;
}

}  // namespace

std::vector<claim_row> fake_store::queue(std::string_view name, const place& after, std::size_t most) {
    ++queries;
    std::vector<claim_row> out;
    for (const auto& row : rows_) {
        if (row.name == name && key(place_of(row)) > key(after)) out.push_back(row);
    }
    return first(std::move(out), most);
}

std::vector<claim_row> fake_store::list(std::string_view name, const place& after, std::size_t most) {
    std::vector<claim_row> out;
    for (const auto& row : rows_) {
        if (std::tuple{std::string_view{row.name}, key(place_of(row))} > std::tuple{name, key(after)}) {
            out.push_back(row);
        }
    }
    return first(std::move(out), most);
}

std::vector<claim_row> fake_store::claims_of(const owner_id& owner) {
    std::vector<claim_row> out;
    for (const auto& row : rows_) {
        if (row.owner == owner) out.push_back(row);
    }
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
    return out;
}

std::vector<owner_id> fake_store::owners_of(const owner_id& session, std::size_t most) {
    std::set<owner_id> out;
    for (const auto& row : rows_) {
        if (row.session == session && out.size() < most) out.insert(row.owner);
    }
    return {out.begin(), out.end()};
}

std::vector<owner_id> fake_store::sessions_on(std::string_view name, std::size_t most) {
    std::vector<owner_id> out;
    for (const auto& row : queue(name, queue_start, most)) out.push_back(row.session);
    return out;
}

void fake_store::grant(const claim_row& granted) {
    for (auto& row : rows_) {
        if (row.owner == granted.owner && row.name == granted.name && row.at == state::waiting) row = granted;
    }
}

void fake_store::extend(const owner_id& owner, state at, instant expires) {
    for (auto& row : rows_) {
        if (row.owner != owner || row.at == state::waiting) continue;
        row.at = at;
        row.expires = expires;
    }
}

void fake_store::convert(const claim_row& converted) {
    for (auto& row : rows_) {
        if (row.owner != converted.owner || row.at == state::waiting) continue;
        const auto expires = row.expires;
        row = converted;
        row.expires = expires;
    }
}

void fake_store::erase_meanwhile(const owner_id& waiter) {
    std::erase_if(meanwhile_, [&](const auto& each) { return each.first == waiter; });
}

std::vector<owner_id> fake_store::meanwhile_of(const owner_id& waiter) {
    std::vector<owner_id> out;
    for (const auto& [waits, hold] : meanwhile_) {
        if (waits == waiter) out.push_back(hold);
    }
    return out;
}

std::vector<owner_id> fake_store::waiting_with(const owner_id& hold, std::size_t most) {
    std::vector<owner_id> out;
    for (const auto& [waits, held] : meanwhile_) {
        if (held == hold && out.size() < most) out.push_back(waits);
    }
    return out;
}

void fake_store::change_limit(std::string_view name, std::uint32_t limit) {
    limits_.insert_or_assign(std::string{name}, limit);
    for (auto& row : rows_) {
        if (row.name == name && row.how == mode::permits) row.limit = limit;
    }
}

void fake_store::erase(const owner_id& owner) {
    std::erase_if(rows_, [&](const claim_row& row) { return row.owner == owner; });
}

std::optional<std::uint32_t> fake_store::limit_of(std::string_view name) {
    const auto found = limits_.find(name);
    return found == limits_.end() ? std::nullopt : std::optional{found->second};
}

std::optional<cell_row> fake_store::find_cell(std::string_view name) {
    const auto found = cells_.find(name);
    return found == cells_.end() ? std::nullopt : std::optional{found->second};
}

std::vector<owner_id> fake_store::watchers_of(std::string_view name, std::size_t most) {
    std::vector<owner_id> out;
    for (const auto& [cell, session] : watches_) {
        if (cell == name && out.size() < most) out.push_back(session);
    }
    return out;
}

void fake_store::add_watch(std::string_view name, const owner_id& session) {
    watches_.emplace(std::string{name}, session);
}

void fake_store::erase_watch(std::string_view name, const owner_id& session) {
    watches_.erase({std::string{name}, session});
}

void fake_store::erase_session(const owner_id& session) {
    std::erase_if(watches_, [&](const auto& watch) { return watch.second == session; });
}

}  // namespace interlock::rows::test
