// SPDX-License-Identifier: Apache-2.0
// Changing what is there, in rows: the mode of a hold, the number of permits.
#include "core/request.hpp"
#include "engines/rows/book.hpp"
#include "engines/rows/crowd.hpp"

namespace interlock::rows {
namespace {

constexpr std::size_t most_in_line = 4096;

}  // namespace

acquired book::convert(const port::conversion& what, const owner_id& session) {
    const auto mine = rows_.claims_of(what.owner);
    if (mine.empty() || !is_hold(mine.front())) return {.what = acquired::verdict::gone};
    auto row = mine.front();
    if (line_.expired(row)) {
        line_.remove(mine);
        line_.serve();
        return {.what = acquired::verdict::gone};
    }
    if (auto why = core::check_hold(item_of(row), row.count, what.to))
        return {.what = acquired::verdict::refused, .why = std::move(why)};
    row.session = session;
    if (what.to == mode::exclusive && row.how != mode::exclusive) return strengthen(what, row);
    if (row.how == what.to && row.at != state::upgrading) return converted(row);
    if (row.at == state::upgrading) line_.stay(row);
    row.how = what.to;
    rows_.convert(row);
    line_.touch(row.name);
    line_.serve();
    return converted(row);
}

acquired book::strengthen(const port::conversion& what, claim_row row) {
    const auto beside = line_.others_beside(row);
    if (row.at == state::upgrading) return upgrade_again(what);
    if (beside == line::company::none) {
        line_.upgrade(row);
        return converted(row);
    }
    if (!what.wait) return {.what = acquired::verdict::busy, .ahead = sessions_ahead({row.name})};
    if (beside == line::company::upgrader) {
        return {.what = acquired::verdict::refused,
                .ahead = sessions_ahead({row.name}),
                .why = core::two_upgrades(row.name)};
    }
    core::newcomer waiter{what.owner, {item_of(row)}, what.holding, true};
    if (what.refuse_deadlock) {
        if (auto refused = refuse_cycle(waiter)) return *std::move(refused);
    }
    return begin_upgrade(what, row);
}

acquired book::begin_upgrade(const port::conversion& what, claim_row& row) {
    if (!line_.anybody_waits(row.name)) tell_holders(row.name, row.owner);
    row.at = state::upgrading;
    row.ticket = 0;
    rows_.convert(row);
    for (const auto& hold : what.holding) rows_.add_meanwhile(row.owner, hold);
    expiries ahead;
    look_at_holders(row.name, ahead);
    return {.what = acquired::verdict::queued, .ahead = sessions_ahead({row.name}), .recheck = ahead.first};
}

/// The others may have left in this very step.
acquired book::upgrade_again(const port::conversion& what) {
    auto row = rows_.claims_of(what.owner).front();
    if (row.at == state::upgrading) {
        line_.touch(row.name);
        line_.serve();
        row = rows_.claims_of(what.owner).front();
    }
    if (row.at != state::upgrading) return converted(row);
    if (what.wait) return {.what = acquired::verdict::queued, .recheck = rows_.now()};
    line_.stay(row);
    line_.serve();
    return {.what = acquired::verdict::busy};
}

acquired book::converted(const claim_row& row) {
    return {.what = acquired::verdict::granted,
            .fences = {row.fence},
            .expires = row.expires,
            .contended = contended({row})};
}

void book::stop_upgrade(const owner_id& owner) {
    const auto mine = rows_.claims_of(owner);
    if (mine.empty() || mine.front().at != state::upgrading) return;
    auto row = mine.front();
    line_.stay(row);
    line_.serve();
}

/// The cycle's sessions are told too: one of them may be dead, and the cycle none.
std::optional<acquired> book::refuse_cycle(const core::newcomer& who) {
    crowd seen{rows_};
    const auto cycle = core::find_cycle(who, seen);
    if (cycle.empty()) return std::nullopt;
    acquired out{.what = acquired::verdict::refused, .why = core::refusal(cycle)};
    for (const auto& each : cycle) {
        for (const auto& owner : {each.who, each.whom.owner}) {
            const auto claim = rows_.claims_of(owner);
            if (!claim.empty()) out.ahead.push_back(claim.front().session);
        }
    }
    return out;
}

void book::resize(const std::string& name, std::uint32_t limit) {
    rows_.change_limit(name, limit);
    for (const auto& row : rows_.queue(name, line_start, most_in_line)) {
        if (row.how != mode::permits || row.permits <= limit) continue;
        line_.remove(rows_.claims_of(row.owner));
        // It finds itself gone, asks anew and hears why.
        out_.pushes.push_back({push::kind::granted, row.session, row.owner, {}});
    }
    line_.touch(name);
    line_.serve();
}

}  // namespace interlock::rows
