// SPDX-License-Identifier: Apache-2.0
// The SQL of this dialect, all of it but the schema: plain statements by key.
#pragma once

#include "engines/sqlite/statement.hpp"

namespace interlock::sqlite {

#define INTERLOCK_CLAIM_COLUMNS                                                                          \
    "name, state, ticket, owner, mode, permits, permits_in_all, lease, expires, since, fence, session, " \
    "label, item, items "

/// Prepared when first used; thrown away with the connection.
struct statements {
    statement begin_write{"BEGIN IMMEDIATE"};
    statement begin_read{"BEGIN"};
    statement commit{"COMMIT"};
    statement rollback{"ROLLBACK"};

    // ? name, part, ticket, owner, most
    statement queue{"SELECT " INTERLOCK_CLAIM_COLUMNS
                    "FROM claim WHERE name = ? AND (waiting, ticket, owner) > (?, ?, ?) "
                    "ORDER BY waiting, ticket, owner LIMIT ?"};
    // ? name, part, ticket, owner, most
    statement list{"SELECT " INTERLOCK_CLAIM_COLUMNS
                   "FROM claim WHERE (name, waiting, ticket, owner) > (?, ?, ?, ?) "
                   "ORDER BY name, waiting, ticket, owner LIMIT ?"};
    // ? owner
    statement claims_of{"SELECT " INTERLOCK_CLAIM_COLUMNS "FROM claim WHERE owner = ? ORDER BY item"};
    // ? session, most
    statement owners_of{"SELECT DISTINCT owner FROM claim WHERE session = ? LIMIT ?"};
    // ? name, most
    statement sessions_on{"SELECT session FROM claim WHERE name = ? ORDER BY waiting, ticket, owner LIMIT ?"};
    // ? now, most
    statement expired_names{"SELECT DISTINCT name FROM claim WHERE waiting = 0 AND expires <= ? LIMIT ?"};
    // ? waiting, then the columns in their order
    statement insert{"INSERT INTO claim (waiting, " INTERLOCK_CLAIM_COLUMNS
                     ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
    // ? state, expires, since, fence, name, ticket, owner
    statement grant{
        "UPDATE claim SET waiting = 0, state = ?, expires = ?, since = ?, fence = ? "
        "WHERE name = ? AND waiting = 1 AND ticket = ? AND owner = ?"};
    // ? state, expires, owner
    statement extend{"UPDATE claim SET state = ?, expires = ? WHERE owner = ? AND waiting = 0"};
    // ? state, mode, ticket, fence, since, session, name, owner
    statement convert{
        "UPDATE claim SET state = ?, mode = ?, ticket = ?, fence = ?, since = ?, session = ? "
        "WHERE name = ? AND waiting = 0 AND owner = ?"};
    // ? owner
    statement erase{"DELETE FROM claim WHERE owner = ?"};

    // ? waiter, held
    statement add_meanwhile{"INSERT INTO meanwhile (waiter, held) VALUES (?, ?) ON CONFLICT DO NOTHING"};
    // ? waiter
    statement erase_meanwhile{"DELETE FROM meanwhile WHERE waiter = ?"};
    // ? waiter
    statement meanwhile_of{"SELECT held FROM meanwhile WHERE waiter = ? ORDER BY held"};
    // ? held, most
    statement waiting_with{"SELECT waiter FROM meanwhile WHERE held = ? ORDER BY waiter LIMIT ?"};

    // Two statements, because RETURNING makes SQLite keep a journal of 64 KiB for the one.
    statement number{"SELECT number FROM meta WHERE id = 1"};
    // ? number
    statement set_number{"UPDATE meta SET number = ? WHERE id = 1"};
    // ? name
    statement limit_of{"SELECT total FROM permit_limit WHERE name = ?"};
    // ? name, total
    statement set_limit{"INSERT INTO permit_limit (name, total) VALUES (?, ?) ON CONFLICT DO NOTHING"};
    // ? name, total
    statement change_limit{"INSERT OR REPLACE INTO permit_limit (name, total) VALUES (?, ?)"};
    // ? total, name, mode
    statement change_claims{"UPDATE claim SET permits_in_all = ? WHERE name = ? AND mode = ?"};

    // ? name
    statement find_cell{"SELECT value, version, fence, writer FROM cell WHERE name = ?"};
    // ? name, value, version, fence, writer
    statement put_cell{
        "INSERT OR REPLACE INTO cell (name, value, version, fence, writer) VALUES (?, ?, ?, ?, ?)"};
    // ? name, most
    statement watchers_of{"SELECT session FROM watch WHERE name = ? LIMIT ?"};
    // ? name, session
    statement add_watch{"INSERT INTO watch (name, session) VALUES (?, ?) ON CONFLICT DO NOTHING"};
    // ? name, session
    statement erase_watch{"DELETE FROM watch WHERE name = ? AND session = ?"};
    // ? session
    statement erase_watches{"DELETE FROM watch WHERE session = ?"};

    // ? id, pid, started, pid_namespace
    statement add_session{
        "INSERT INTO session (id, pid, started, pid_namespace) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING"};
    // ? id
    statement find_session{"SELECT pid, started, pid_namespace FROM session WHERE id = ?"};
    // ? most
    statement sessions{"SELECT id, pid, started, pid_namespace FROM session LIMIT ?"};
    // ? id
    statement erase_session{"DELETE FROM session WHERE id = ?"};
};

#undef INTERLOCK_CLAIM_COLUMNS

}  // namespace interlock::sqlite
