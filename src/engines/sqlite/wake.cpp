// SPDX-License-Identifier: Apache-2.0
// How waiting claims and watches go on: called by others, or by looking about once a second.
#include <algorithm>
#include <set>

#include "engines/sqlite/turn.hpp"

namespace interlock::sqlite {
namespace {

using namespace std::chrono_literals;
using kind = rows::push::kind;
using port::status;

constexpr std::size_t most_calls = 64;
// The kernel drops calls beyond a short queue (10 by default): so many at once may not be all.
constexpr std::size_t perhaps_more = 8;

}  // namespace

void engine::on_bell() {
    turn now{*this};
    const auto hints = bell_.hear(most_calls);
    if (hints.size() >= perhaps_more) plan(host_.time.now());
    if (!hints.empty()) take_in(now, hints);
}

/// Believes nothing: looks each time. Owners and cells of no interest are passed over.
void engine::take_in(turn& now, const std::vector<hint>& hints) {
    std::set<port::owner_id> claims;
    std::set<std::string> cells;
    for (const auto& each : hints) {
        if (each.what == kind::cell) cells.insert(each.cell);
        if (waiting_.contains(each.owner) || held_.contains(each.owner)) claims.insert(each.owner);
    }
    std::vector<std::string> unwatched;
    std::vector<std::pair<port::owner_id, rows::sight>> seen;
    std::vector<std::pair<std::string, port::cell>> read;
    const auto ended = now.read([&](rows::book& book, store&) {
        for (const auto& owner : claims) seen.emplace_back(owner, book.look(owner));
        for (const auto& name : cells) read.emplace_back(name, book.read(name));
    });
    if (!ended) return plan_soon(rows::instant::max());
    for (const auto& [owner, sight] : seen) take_in(now, owner, sight);
    for (const auto& [name, cell] : read) {
        tell_watchers(now, name, cell);
        if (!is_watched(name)) unwatched.push_back(name);
    }
    if (unwatched.empty()) return;
    static_cast<void>(now.write([&](rows::book& book, store&) {
        for (const auto& name : unwatched) book.unwatch(name, session_);
    }));
}

void engine::take_in(turn& now, const port::owner_id& owner, const rows::sight& seen) {
    using what = rows::sight::what;
    // A hold that neither waits any more nor is exclusive is not the one that was to be upgraded.
    const bool in_vain = is_upgrading(owner) && seen.now != what::waiting && seen.how != mode::exclusive;
    if (in_vain) end_upgrade(now, owner, {status::lost, {}, {}});
    if (waiting_.contains(owner)) {
        if (seen.now == what::holding) {
            return answer(now, owner,
                          {status::done, {seen.fences, db_.local(seen.expires), seen.contended}, {}});
        }
        if (seen.now == what::missing) plan(host_.time.now());
        if (seen.now == what::waiting) plan_soon(seen.recheck);  // What it waits for may end earlier now.
        return;
    }
    if (seen.now == what::holding && seen.contended) {
        now.later([this, owner] { host_.events.contended(owner); });
    }
    if (seen.now == what::missing && held_.erase(owner) > 0) {
        now.later([this, owner] {
            host_.events.lost(owner, fail(errc::lost, "the hold was taken away or its lease is over"));
        });
    }
}

/// The safety net: looks at everything that waits here, and writes only if something is overdue.
void engine::recheck() {
    turn now{*this};
    timer_ = 0;
    if (waiting_.empty() && watches_.empty()) return;
    plan_soon(rows::instant::max());
    std::vector<std::pair<port::owner_id, rows::sight>> seen;
    std::vector<std::pair<std::string, port::cell>> read;
    const auto ended = now.read([&](rows::book& book, store&) {
        for (const auto& [owner, claim] : waiting_) seen.emplace_back(owner, book.look(owner));
        for (const auto& [request, watch] : watches_) read.emplace_back(watch.name, book.read(watch.name));
    });
    if (!ended) return;
    std::vector<port::owner_id> missing;
    std::vector<std::string> overdue;
    std::set<port::owner_id> ahead;
    for (const auto& [owner, sight] : seen) {
        const bool is_missing = sight.now == rows::sight::what::missing;
        if (sight.now == rows::sight::what::holding || (is_missing && is_upgrading(owner)))
            take_in(now, owner, sight);
        else if (is_missing)
            missing.push_back(owner);
        if (sight.overdue) overdue.insert(overdue.end(), sight.names.begin(), sight.names.end());
        if (sight.now == rows::sight::what::waiting) plan_soon(sight.recheck);
        ahead.insert(sight.ahead.begin(), sight.ahead.end());
    }
    for (const auto& [name, cell] : read) tell_watchers(now, name, cell);
    if (!missing.empty() || !overdue.empty()) resubmit(now, missing, overdue);
    processes_.make_room(ahead);
    bury_dead(now, {ahead.begin(), ahead.end()});
}

/// A claim that lost its row (frozen past an offer, the file made anew) stands in line again.
void engine::resubmit(turn& now, const std::vector<port::owner_id>& missing,
                      const std::vector<std::string>& overdue) {
    const auto sent = host_.time.now();
    std::vector<rows::acquired> got(missing.size());
    const auto ended = now.write([&](rows::book& book, store&) {
        book.settle(overdue);
        for (std::size_t i = 0; i < missing.size(); ++i) {
            got[i] = book.acquire(*waiting_.at(missing[i]).wanted, session_);
        }
    });
    if (!ended) return;
    for (std::size_t i = 0; i < missing.size(); ++i) {
        auto said = answer_to(got[i], sent + waiting_.at(missing[i]).wanted->lease);
        if (said) {
            answer(now, missing[i], *std::move(said));
        } else {
            stand_in_line(now, got[i]);
        }
    }
}

void engine::plan(boot_clock::time_point when) {
    if (timer_ != 0 && timer_at_ <= when) return;
    if (timer_ != 0) host_.loop.cancel(timer_);
    timer_at_ = when;
    timer_ = host_.loop.at(when, [this] { recheck(); });
}

/// At `expiry`, or in about a second if that is earlier. A little late on purpose: all who wait for the
/// same expiry would wake at once, and one of them is enough.
void engine::plan_soon(rows::instant expiry) {
    const auto slack = std::chrono::duration_cast<boot_clock::duration>(host_.chance.fraction() * 3ms);
    const auto safety =
        std::chrono::duration_cast<boot_clock::duration>((0.75 + host_.chance.fraction() / 2) * 1s);
    const auto latest = host_.time.now() + safety;
    plan(expiry > db_.now() + 2s ? latest : std::min(latest, db_.local(expiry) + slack));
}

}  // namespace interlock::sqlite
