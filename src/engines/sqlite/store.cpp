// SPDX-License-Identifier: Apache-2.0
// The row operations on SQLite.
#include "engines/sqlite/store.hpp"

#include <sqlite3.h>

namespace interlock::sqlite {
namespace {

using rows::claim_row;
using rows::owner_id;

claim_row claim_at(const cursor& found) {
    return {.name = found.text(0),
            .at = static_cast<rows::state>(found.number(1)),
            .ticket = found.count(2),
            .owner = found.id(3),
            .how = static_cast<mode>(found.number(4)),
            .permits = found.small(5),
            .limit = found.small(6),
            .lease = std::chrono::microseconds{found.number(7)},
            .expires = rows::instant{found.number(8)},
            .since = rows::instant{found.number(9)},
            .fence = found.count(10),
            .session = found.id(11),
            .label = found.text(12),
            .index = found.small(13),
            .count = found.small(14)};
}

std::vector<claim_row> claims_at(cursor found) {
    std::vector<claim_row> out;
    while (found.next()) out.push_back(claim_at(found));
    return out;
}

std::vector<owner_id> ids_at(cursor found) {
    std::vector<owner_id> out;
    while (found.next()) out.push_back(found.id(0));
    return out;
}

process process_at(const cursor& found, int column) {
    return {.pid = found.number(column),
            .started = found.count(column + 1),
            .pid_namespace = found.count(column + 2)};
}

}  // namespace

std::vector<claim_row> store::queue(std::string_view name, const rows::place& after, std::size_t most) {
    return claims_at(sql_.queue.on(db_, name, after.part, after.ticket, after.owner, most));
}

std::vector<claim_row> store::list(std::string_view name, const rows::place& after, std::size_t most) {
    return claims_at(sql_.list.on(db_, name, after.part, after.ticket, after.owner, most));
}

std::vector<claim_row> store::claims_of(const owner_id& owner) {
    return claims_at(sql_.claims_of.on(db_, owner));
}

std::vector<owner_id> store::owners_of(const owner_id& session, std::size_t most) {
    return ids_at(sql_.owners_of.on(db_, session, most));
}

std::vector<owner_id> store::sessions_on(std::string_view name, std::size_t most) {
    return ids_at(sql_.sessions_on.on(db_, name, most));
}

void store::insert(const claim_row& row) {
    const int waiting = row.at == rows::state::waiting ? 1 : 0;
    sql_.insert
        .on(db_, waiting, row.name, static_cast<int>(row.at), row.ticket, row.owner,
            static_cast<int>(row.how), row.permits, row.limit, row.lease, row.expires, row.since, row.fence,
            row.session, row.label, row.index, row.count)
        .run();
}

void store::grant(const claim_row& row) {
    sql_.grant
        .on(db_, static_cast<int>(row.at), row.expires, row.since, row.fence, row.name, row.ticket, row.owner)
        .run();
}

void store::extend(const owner_id& owner, rows::state at, rows::instant expires) {
    sql_.extend.on(db_, static_cast<int>(at), expires, owner).run();
}

void store::convert(const claim_row& row) {
    sql_.convert
        .on(db_, static_cast<int>(row.at), static_cast<int>(row.how), row.ticket, row.fence, row.since,
            row.session, row.name, row.owner)
        .run();
}

void store::erase(const owner_id& owner) { sql_.erase.on(db_, owner).run(); }

void store::add_meanwhile(const owner_id& waiter, const owner_id& hold) {
    sql_.add_meanwhile.on(db_, waiter, hold).run();
}

void store::erase_meanwhile(const owner_id& waiter) { sql_.erase_meanwhile.on(db_, waiter).run(); }

std::vector<owner_id> store::meanwhile_of(const owner_id& waiter) {
    return ids_at(sql_.meanwhile_of.on(db_, waiter));
}

std::vector<owner_id> store::waiting_with(const owner_id& hold, std::size_t most) {
    return ids_at(sql_.waiting_with.on(db_, hold, most));
}

std::uint64_t store::draw_ticket() { return draw_fence({}); }

std::uint64_t store::draw_fence(std::string_view /*name*/) {
    {
        auto last = sql_.number.on(db_);
        if (!last.next()) throw sqlite_error{SQLITE_CORRUPT, "the row that counts fences is missing"};
        drawn_ = last.count(0) + 1;
    }
    sql_.set_number.on(db_, drawn_).run();
    return drawn_;
}

std::optional<std::uint32_t> store::limit_of(std::string_view name) {
    auto found = sql_.limit_of.on(db_, name);
    if (!found.next()) return std::nullopt;
    return found.small(0);
}

void store::set_limit(std::string_view name, std::uint32_t limit) {
    sql_.set_limit.on(db_, name, limit).run();
}

void store::change_limit(std::string_view name, std::uint32_t limit) {
    sql_.change_limit.on(db_, name, limit).run();
    sql_.change_claims.on(db_, limit, name, static_cast<int>(mode::permits)).run();
}

std::optional<rows::cell_row> store::find_cell(std::string_view name) {
    auto found = sql_.find_cell.on(db_, name);
    if (!found.next()) return std::nullopt;
    return rows::cell_row{.name = std::string{name},
                          .now = {.value = found.blob(0), .version = found.count(1), .fence = found.count(2)},
                          .writer = found.id(3)};
}

void store::put_cell(const rows::cell_row& row) {
    sql_.put_cell.on(db_, row.name, row.now.value, row.now.version, row.now.fence, row.writer).run();
}

std::vector<owner_id> store::watchers_of(std::string_view name, std::size_t most) {
    return ids_at(sql_.watchers_of.on(db_, name, most));
}

void store::add_watch(std::string_view name, const owner_id& session) {
    sql_.add_watch.on(db_, name, session).run();
}

void store::erase_watch(std::string_view name, const owner_id& session) {
    sql_.erase_watch.on(db_, name, session).run();
}

void store::erase_session(const owner_id& session) {
    sql_.erase_watches.on(db_, session).run();
    sql_.erase_session.on(db_, session).run();
}

void store::add_session(const session_row& row) {
    sql_.add_session.on(db_, row.id, row.who.pid, row.who.started, row.who.pid_namespace).run();
}

std::optional<process> store::find_session(const owner_id& id) {
    auto found = sql_.find_session.on(db_, id);
    if (!found.next()) return std::nullopt;
    return process_at(found, 0);
}

std::vector<store::session_row> store::sessions(std::size_t most) {
    std::vector<session_row> out;
    auto found = sql_.sessions.on(db_, most);
    while (found.next()) out.push_back({found.id(0), process_at(found, 1)});
    return out;
}

std::vector<std::string> store::expired_names(std::size_t most) {
    std::vector<std::string> out;
    auto found = sql_.expired_names.on(db_, now_, most);
    while (found.next()) out.push_back(found.text(0));
    return out;
}

}  // namespace interlock::sqlite
