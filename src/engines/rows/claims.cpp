// SPDX-License-Identifier: Apache-2.0
// Acquire, release, withdraw and renew, in rows.
#include <algorithm>

#include "core/request.hpp"
#include "engines/rows/book.hpp"

namespace interlock::rows {
namespace {

claim_row row_for(const port::claim& wanted, std::size_t index, const owner_id& session) {
    const auto& item = wanted.items[index];
    return {.name = item.name,
            .owner = wanted.owner,
            .how = item.how,
            .permits = item.how == mode::permits ? item.permits : 1,
            .limit = item.how == mode::permits ? item.limit : 1,
            .lease = wanted.lease,
            .session = session,
            .label = wanted.label,
            .index = static_cast<std::uint32_t>(index),
            .count = static_cast<std::uint32_t>(wanted.items.size())};
}

std::vector<std::uint64_t> fences_of(const std::vector<claim_row>& claim) {
    std::vector<std::uint64_t> out;
    for (const auto& row : claim) out.push_back(row.fence);
    return out;
}

}  // namespace

failure book::agree_on_limits(port::claim& wanted) {
    for (auto& item : wanted.items) {
        if (item.how != mode::permits) continue;
        if (auto why = core::agree_on_limit(item, rows_.limit_of(item.name))) return why;
    }
    return {};
}

void book::store_limits(const port::claim& wanted) {
    for (const auto& item : wanted.items) {
        if (item.how == mode::permits) rows_.set_limit(item.name, item.limit);
    }
}

acquired book::acquire(const port::claim& wanted, const owner_id& session) {
    // A claim has a row on each of its names, so a name without rows proves it new and, alone, grantable.
    const bool unused = rows_.queue(wanted.items.front().name, queue_start, 1).empty();
    if (!unused) {
        if (const auto mine = rows_.claims_of(wanted.owner); !mine.empty()) {
            if (!line_.expired(mine.front())) return repeat(wanted, mine);
            line_.remove(mine);
            line_.serve();
        }
    }
    const auto is_for_permits = [](const port::item& item) { return item.how == mode::permits; };
    if (std::none_of(wanted.items.begin(), wanted.items.end(), is_for_permits))
        return judge(wanted, session, unused);
    auto agreed = wanted;
    if (auto why = agree_on_limits(agreed))
        return {.what = acquired::verdict::refused, .why = std::move(why)};
    return judge(agreed, session, unused);
}

/// A claim that is new, and whose limits are known.
acquired book::judge(const port::claim& wanted, const owner_id& session, bool unused) {
    if (unused && wanted.items.size() == 1) return hold(wanted, session);
    if (line_.admits(wanted)) {
        auto out = hold(wanted, session);
        out.contended = std::any_of(wanted.items.begin(), wanted.items.end(),
                                    [&](const port::item& item) { return line_.anybody_waits(item.name); });
        return out;
    }
    if (wanted.wait) {
        if (wanted.refuse_deadlock && !wanted.holding.empty()) {
            if (auto refused = refuse_cycle({wanted.owner, wanted.items, wanted.holding}))
                return *std::move(refused);
        }
        return enqueue(wanted, session);
    }
    std::vector<std::string> names;
    for (const auto& item : wanted.items) names.push_back(item.name);
    return {.what = acquired::verdict::busy, .ahead = sessions_ahead(names)};
}

acquired book::repeat(const port::claim& wanted, const std::vector<claim_row>& mine) {
    if (mine.front().at == state::kept) return {.what = acquired::verdict::gone};
    if (mine.front().at == state::waiting) {
        if (wanted.wait) return {.what = acquired::verdict::queued, .recheck = rows_.now()};
        line_.remove(mine);
        line_.serve();
        return {.what = acquired::verdict::busy};
    }
    extend(mine.front(), wanted.lease);
    return {.what = acquired::verdict::granted, .fences = fences_of(mine), .contended = contended(mine)};
}

acquired book::hold(const port::claim& wanted, const owner_id& session) {
    store_limits(wanted);
    acquired out{.what = acquired::verdict::granted};
    for (std::size_t i = 0; i < wanted.items.size(); ++i) {
        auto row = row_for(wanted, i, session);
        row.at = state::held;
        row.since = rows_.now();
        row.expires = rows_.now() + row.lease;
        row.fence = rows_.draw_fence(row.name);
        row.ticket = row.fence;  // Holders have no place in line; this only shows them in order.
        rows_.insert(row);
        out.fences.push_back(row.fence);
    }
    return out;
}

acquired book::enqueue(const port::claim& wanted, const owner_id& session) {
    tell_contended(wanted);
    store_limits(wanted);
    std::vector<std::string> names;
    acquired out{.what = acquired::verdict::queued};
    expiries ahead;
    for (const auto& item : wanted.items) {
        names.push_back(item.name);
        look_at_holders(item.name, ahead);
    }
    out.recheck = ahead.first;
    out.ahead = sessions_ahead(names);
    const auto ticket = rows_.draw_ticket();
    for (std::size_t i = 0; i < wanted.items.size(); ++i) {
        auto row = row_for(wanted, i, session);
        row.ticket = ticket;
        row.since = rows_.now();
        rows_.insert(row);
    }
    for (const auto& hold : wanted.holding) rows_.add_meanwhile(wanted.owner, hold);
    return out;
}

/// Only the first to wait tells the holders: whoever is granted later hears it with the grant.
void book::tell_contended(const port::claim& wanted) {
    for (const auto& item : wanted.items) {
        if (!line_.anybody_waits(item.name)) tell_holders(item.name, wanted.owner);
    }
}

void book::tell_holders(const std::string& name, const owner_id& except) {
    for (const auto& row : rows_.queue(name, queue_start, page)) {
        if (is_hold(row) && row.owner != except)
            out_.pushes.push_back({push::kind::contended, row.session, row.owner, {}});
    }
}

/// What it waits for ends earlier than it was told: it looks again, and plans by what it sees.
void book::tell_first_in_line(const std::string& name) {
    for (const auto& row : rows_.queue(name, queue_start, page)) {
        if (row.at != state::waiting && row.at != state::upgrading) continue;
        out_.pushes.push_back({push::kind::granted, row.session, row.owner, {}});
        return;
    }
}

bool book::release(const owner_id& owner, std::chrono::milliseconds keep) {
    auto mine = rows_.claims_of(owner);
    if (mine.empty() || !is_hold(mine.front())) return false;
    const bool live = !line_.expired(mine.front());
    if (live && keep.count() > 0) {
        if (mine.front().at == state::upgrading) line_.stay(mine.front());
        rows_.extend(owner, state::kept, rows_.now() + keep);
        for (const auto& row : mine) tell_first_in_line(row.name);
    } else {
        line_.remove(mine);
    }
    line_.serve();
    return live;
}

void book::withdraw(const owner_id& owner) {
    const auto mine = rows_.claims_of(owner);
    if (mine.empty() || mine.front().at == state::kept) return;
    line_.remove(mine);
    line_.serve();
}

renewed book::renew(const port::renewal& hold) {
    const auto mine = rows_.claims_of(hold.owner);
    if (mine.empty() || !is_hold(mine.front())) return {};
    if (line_.expired(mine.front())) {
        line_.remove(mine);
        line_.serve();
        return {};
    }
    extend(mine.front(), hold.lease);
    return {.held = true, .contended = contended(mine)};
}

void book::extend(const claim_row& hold, std::chrono::milliseconds lease) {
    const auto at = hold.at == state::upgrading ? state::upgrading : state::held;
    rows_.extend(hold.owner, at, rows_.now() + lease);
}

bool book::contended(const std::vector<claim_row>& claim) {
    return std::any_of(claim.begin(), claim.end(), [&](const claim_row& row) {
        const bool in_company = row.how == mode::shared || row.how == mode::upgradeable;
        return line_.anybody_waits(row.name) || (in_company && line_.anybody_upgrades(row.name, row.owner));
    });
}

}  // namespace interlock::rows
