// SPDX-License-Identifier: Apache-2.0
// The tables, as a list of migrations; `PRAGMA user_version` tells how many have been applied.
#include "engines/sqlite/schema.hpp"

#include <array>

#include "engines/sqlite/place.hpp"
#include "engines/sqlite/statement.hpp"

namespace interlock::sqlite {
namespace {

// The queue of a name is the order of the table itself: holders (waiting = 0), then those in line.
// A migration is never changed once released; a new one is added.
constexpr std::array migrations{
    R"(
CREATE TABLE meta (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL,                    -- the last ticket or fence drawn
    boot   TEXT    NOT NULL,                    -- which start of the machine the claims belong to
    file   BLOB    NOT NULL                     -- tells this file from one that replaced it
);
INSERT INTO meta VALUES (1, 0, '', x'');
CREATE TABLE claim (
    name         TEXT    NOT NULL,
    waiting      INTEGER NOT NULL,
    ticket       INTEGER NOT NULL,
    owner        BLOB    NOT NULL,
    state        INTEGER NOT NULL,              -- 0 waiting, 1 offered, 2 held, 3 kept
    mode         INTEGER NOT NULL,
    permits      INTEGER NOT NULL,
    permit_limit INTEGER NOT NULL,
    lease        INTEGER NOT NULL,              -- this and the next two in microseconds since boot
    expires      INTEGER NOT NULL,
    since        INTEGER NOT NULL,
    fence        INTEGER NOT NULL,
    session      BLOB    NOT NULL,
    label        TEXT    NOT NULL,
    item         INTEGER NOT NULL,
    items        INTEGER NOT NULL,
    PRIMARY KEY (name, waiting, ticket, owner)
) WITHOUT ROWID;
CREATE INDEX claim_owner ON claim (owner);
CREATE TABLE permit_limit (name TEXT PRIMARY KEY, total INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE session (
    id            BLOB    PRIMARY KEY,
    pid           INTEGER NOT NULL,
    started       INTEGER NOT NULL,
    pid_namespace INTEGER NOT NULL
) WITHOUT ROWID;
)",
    R"(
CREATE TABLE cell (
    name    TEXT    PRIMARY KEY,
    value   BLOB,                               -- NULL: deleted; version and fence stay
    version INTEGER NOT NULL,
    fence   INTEGER NOT NULL,
    writer  BLOB    NOT NULL
) WITHOUT ROWID;
CREATE TABLE watch (
    name    TEXT NOT NULL,
    session BLOB NOT NULL,
    PRIMARY KEY (name, session)
) WITHOUT ROWID;
)",
    // The new name makes statements of an older version fail, which would misjudge modes unknown to it.
    R"(
ALTER TABLE claim RENAME COLUMN permit_limit TO permits_in_all;
CREATE TABLE meanwhile (                        -- what the threads of waiting claims hold
    waiter BLOB NOT NULL,
    held   BLOB NOT NULL,
    PRIMARY KEY (waiter, held)
) WITHOUT ROWID;
CREATE INDEX meanwhile_held ON meanwhile (held);
)"};

std::int64_t version_of(sqlite3* db) { return std::stoll(ask(db, "PRAGMA user_version")); }

void apply_next(sqlite3* db, std::int64_t until) {
    execute(db, "BEGIN IMMEDIATE");
    try {
        // Read inside the transaction: another process may have been faster.
        const auto version = version_of(db);
        if (version < until) {
            execute(db, migrations.at(static_cast<std::size_t>(version)));
            execute(db, ("PRAGMA application_id = " + std::to_string(application_id)).c_str());
            execute(db, ("PRAGMA user_version = " + std::to_string(version + 1)).c_str());
        }
        execute(db, "COMMIT");
    } catch (const sqlite_error&) {
        try {
            execute(db, "ROLLBACK");
        } catch (const sqlite_error&) {  // SQLite has rolled back by itself.
        }
        throw;
    }
}

}  // namespace

std::int64_t schema_version() noexcept { return static_cast<std::int64_t>(migrations.size()); }

schema_state read_schema(sqlite3* db) {
    // Tables first: another process may be making them, and marks the file as ours in the same transaction.
    const bool has_tables = !ask(db, "SELECT 1 FROM sqlite_schema LIMIT 1").empty();
    return {.application = std::stoll(ask(db, "PRAGMA application_id")),
            .version = version_of(db),
            .has_tables = has_tables};
}

void check_schema(const schema_state& found, const std::string& path) {
    if (found.has_tables && found.application != application_id) {
        throw refusal{fail(errc::refused, "sqlite: " + path +
                                              " is a database of another program; "
                                              "give a path of its own for locks")};
    }
    if (found.version > schema_version()) {
        throw refusal{fail(errc::refused, "sqlite: " + path + " was made by a newer Interlock (schema " +
                                              std::to_string(found.version) +
                                              ", known here: " + std::to_string(schema_version()) +
                                              "); update this program or give another path")};
    }
}

void migrate(sqlite3* db, std::int64_t until) {
    for (auto version = version_of(db); version < until; ++version) apply_next(db, until);
}

}  // namespace interlock::sqlite
