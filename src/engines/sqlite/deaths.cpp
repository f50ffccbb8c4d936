// SPDX-License-Identifier: Apache-2.0
// Processes that ended: what they left is removed at once, not at the end of its lease.
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
    if (dead.empty()) return false;
    const auto reaped = now.write([&](rows::book& book, store&) {
        for (const auto& session : dead) book.reap(session);
    });
    if (!reaped) return false;
    for (const auto& session : dead) bell_.forget(session);
    return true;
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
        for (const auto& row : rows.sessions(most_sessions)) {
            if (look_for(row.who, facts_.self) == life::dead) others.push_back(row.id);
        }
        expired = rows.expired_names(most_expired);
    });
    if (!looked || (others.empty() && expired.empty())) return;
    const auto swept = now.write([&](rows::book& book, store&) {
        book.settle(expired);
        for (const auto& session : others) book.reap(session);
    });
    if (!swept) return;
    for (const auto& session : others) bell_.forget(session);
}

}  // namespace interlock::sqlite
