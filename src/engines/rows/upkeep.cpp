// SPDX-License-Identifier: Apache-2.0
// Looking at claims, and removing those whose time or process is over.
#include <algorithm>

#include "core/text.hpp"
#include "engines/rows/book.hpp"

namespace interlock::rows {
namespace {

constexpr std::size_t most_ahead = 64;      ///< Sessions that a waiting claim keeps an eye on.
constexpr std::size_t most_holders = 4096;  ///< Removed by one eviction or reaping.

std::chrono::milliseconds in_ms(instant span) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::max(span, instant{0}));
}

claim_info describe(const claim_row& row, instant now) {
    const bool holding = row.at != state::waiting;
    return {.name = row.name,
            .how = row.how,
            .permits = row.permits,
            .holding = holding,
            .who = core::label_from(row.label),
            .fence = row.fence,
            .age = in_ms(now - row.since),
            .left = holding ? in_ms(row.expires - now) : std::chrono::milliseconds{0},
            .id = row.owner.hex(),
            .limit = row.limit,
            .upgrading = row.at == state::upgrading};
}

}  // namespace

std::vector<owner_id> book::sessions_ahead(const std::vector<std::string>& names) {
    std::set<owner_id> out;
    for (const auto& name : names) {
        for (const auto& session : rows_.sessions_on(name, most_ahead)) out.insert(session);
        if (out.size() >= most_ahead) break;
    }
    return {out.begin(), out.end()};
}

/// One page is enough: others are seen at a later look.
void book::look_at_holders(std::string_view name, expiries& found) {
    for (const auto& row : rows_.queue(name, queue_start, page)) {
        if (row.at == state::waiting) return;
        found.first = std::min(found.first, row.expires);
        if (!line_.expired(row)) found.next = std::min(found.next, row.expires);
    }
}

sight book::look(const owner_id& owner) {
    const auto mine = rows_.claims_of(owner);
    if (mine.empty() || mine.front().at == state::kept || line_.expired(mine.front())) return {};
    sight out{.how = mine.front().how};
    if (mine.front().at == state::upgrading) {
        look_at_company(mine.front(), out);
        return out;
    }
    if (mine.front().at != state::waiting) {
        out.now = sight::what::holding;
        out.expires = mine.front().expires;
        out.contended = contended(mine);
        for (const auto& row : mine) out.fences.push_back(row.fence);
        return out;
    }
    out.now = sight::what::waiting;
    expiries ahead;
    for (const auto& row : mine) {
        out.names.push_back(row.name);
        look_at_holders(row.name, ahead);
    }
    out.recheck = ahead.next;
    out.overdue = ahead.first <= rows_.now() || ahead.first == instant::max();
    out.ahead = sessions_ahead(out.names);
    return out;
}

/// An upgrading hold also looks again when its own time is over: then it has to be told.
void book::look_at_company(const claim_row& upgrader, sight& out) {
    out.now = sight::what::waiting;
    out.names = {upgrader.name};
    out.ahead = sessions_ahead(out.names);
    out.recheck = upgrader.expires;
    out.overdue = true;
    for (const auto& row : rows_.queue(upgrader.name, queue_start, page)) {
        if (row.at == state::waiting) return;
        if (row.owner == upgrader.owner) continue;
        out.overdue = line_.expired(row);
        if (out.overdue) return;
        out.recheck = std::min(out.recheck, row.expires);
    }
}

std::vector<claim_info> book::inspect(const port::filter& which) {
    std::vector<claim_info> out;
    std::string name = which.name.value_or(std::string{});
    std::uint32_t position = 0;
    for (place after = queue_start; out.size() < which.most;) {
        const auto most = std::min(which.most, std::size_t{1000});
        const auto rows = which.name ? rows_.queue(name, after, most) : rows_.list(name, after, most);
        for (const auto& row : rows) {
            if (row.name != name) position = 0;
            name = row.name;
            after = place_of(row);
            if (line_.expired(row) || out.size() == which.most) continue;
            out.push_back(describe(row, rows_.now()));
            if (row.at == state::waiting) out.back().position = ++position;
            if (row.at != state::waiting && row.at != state::upgrading) continue;
            for (const auto& hold : rows_.meanwhile_of(row.owner)) out.back().meanwhile.push_back(hold.hex());
        }
        if (rows.size() < most) break;
    }
    return out;
}

void book::evict(const std::string& name) {
    for (const auto& row : rows_.queue(name, queue_start, most_holders)) {
        if (row.at == state::waiting) break;
        if (row.at != state::kept) out_.pushes.push_back({push::kind::lost, row.session, row.owner, {}});
        line_.remove(rows_.claims_of(row.owner));
    }
    // Drawn and never given: whatever the evicted holder may still claim to have is older than the next.
    static_cast<void>(rows_.draw_fence(name));
    line_.touch(name);
    line_.serve();
}

void book::settle(const std::vector<std::string>& names) {
    for (const auto& name : names) line_.touch(name);
    line_.serve();
}

void book::reap(const owner_id& session) {
    for (const auto& owner : rows_.owners_of(session, most_holders)) {
        const auto claim = rows_.claims_of(owner);
        // A minimum hold time counts whether or not its process lives.
        if (!claim.empty() && claim.front().at != state::kept) line_.remove(claim);
    }
    rows_.erase_session(session);
    line_.serve();
}

}  // namespace interlock::rows
