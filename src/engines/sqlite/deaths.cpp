// SPDX-License-Identifier: Apache-2.0
// Processes that ended: what they left is removed at once, not at the end of its lease.
#include <set>

#include "engines/sqlite/turn.hpp"

namespace interlock::sqlite {
namespace {

constexpr std::size_t most_sessions = 256;
constexpr std::size_t most_expired = 256;

}  // namespace

/// Looks at sessions that stand in the way. True if one was dead and is gone now.
bool engine::bury_dead(turn& now, const std::vector<port::owner_id>& sessions) {
    std::vector<std::pair<port::owner_id, process>> unknown;
    for (const auto& session : sessions) {
        if (session != session_ && !processes_.knows(session)) unknown.emplace_back(session, process{});
    }
    if (unknown.empty()) return false;
    const auto looked = now.read([&](rows::book&, store& rows) {
        for (auto& [session, who] : unknown) who = rows.find_session(session).value_or(process{});
    });
    if (!looked) return false;
    std::vector<port::owner_id> dead;
    for (const auto& [session, who] : unknown) {
        if (processes_.watch(session, who) == life::dead) dead.push_back(session);
    }
    return bury(now, dead);
}

/// Removes what dead sessions left. True if there was something to remove, and it is gone now.
bool engine::bury(turn& now, const std::vector<port::owner_id>& dead) {
    if (dead.empty()) return false;
    const auto reaped = now.write([&](rows::book& book, store&) {
        for (const auto& session : dead) book.reap(session);
    });
    if (!reaped) return false;
    for (const auto& session : dead) bell_.forget(session);
    return true;
}

/// The sessions with claims on `name`, or of all names, whose process has ended. Looks for itself: that of a
/// process which is watched may not have come to be told yet.
std::vector<port::owner_id> engine::dead_on(store& rows, const std::optional<std::string>& name) const {
    std::vector<port::owner_id> dead;
    const auto look = [&](const port::owner_id& session, const process& who) {
        if (look_for(who, facts_.self) == life::dead) dead.push_back(session);
    };
    if (!name) {
        for (const auto& row : rows.sessions(most_sessions)) look(row.id, row.who);
        return dead;
    }
    const auto found = rows.sessions_on(*name, most_sessions);
    for (const auto& session : std::set(found.begin(), found.end()))
        look(session, rows.find_session(session).value_or(process{}));
    return dead;
}

void engine::on_process_end(port::owner_id session) {
    turn now{*this};
    processes_.forget(session);
    bury_dead(now, {session});
}

/// What earlier processes left and nobody came to remove, as far as one step can.
void engine::sweep(turn& now) {
    std::vector<port::owner_id> others;
    std::vector<std::string> expired;
    const auto looked = now.read([&](rows::book&, store& rows) {
        others = dead_on(rows, std::nullopt);
        expired = rows.expired_names(most_expired);
    });
    if (!looked) return;
    if (!expired.empty())
        static_cast<void>(now.write([&](rows::book& book, store&) { book.settle(expired); }));
    bury(now, others);
}

}  // namespace interlock::sqlite
