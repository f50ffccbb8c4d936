// SPDX-License-Identifier: Apache-2.0
// The floor for the sqlite engine: the same two transactions by hand, with nothing around them.
#pragma once

#include <sqlite3.h>

#include <stdexcept>
#include <string>

namespace bench {

/// A lease row inserted in one transaction and deleted in another, WAL, synchronous=NORMAL, prepared.
class raw_sqlite {
public:
    explicit raw_sqlite(const std::string& path) {
        check(sqlite3_open(path.c_str(), &db_));
        run("PRAGMA journal_mode=WAL");
        run("PRAGMA synchronous=NORMAL");
        run("CREATE TABLE IF NOT EXISTS lease(name TEXT PRIMARY KEY, owner BLOB, expires INTEGER, fence "
            "INTEGER)");
        run("CREATE TABLE IF NOT EXISTS meta(fence INTEGER)");
        run("INSERT INTO meta VALUES(1)");
        prepare("BEGIN IMMEDIATE", begin_);
        prepare("COMMIT", commit_);
        prepare("UPDATE meta SET fence = fence + 1", draw_);
        prepare("INSERT INTO lease VALUES('orders/42', x'00112233445566778899aabbccddeeff', 1, 1)", insert_);
        prepare("DELETE FROM lease WHERE name = 'orders/42'", erase_);
    }
    raw_sqlite(const raw_sqlite&) = delete;
    raw_sqlite& operator=(const raw_sqlite&) = delete;
    ~raw_sqlite() {
        for (auto* statement : {begin_, commit_, draw_, insert_, erase_}) sqlite3_finalize(statement);
        sqlite3_close(db_);
    }

    void pair() {
        step(begin_), step(draw_), step(insert_), step(commit_);
        step(begin_), step(erase_), step(commit_);
    }

private:
    void check(int rc) const {
        if (rc != SQLITE_OK && rc != SQLITE_DONE && rc != SQLITE_ROW)
            throw std::runtime_error{sqlite3_errmsg(db_)};
    }
    void run(const char* sql) { check(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr)); }
    void prepare(const char* sql, sqlite3_stmt*& out) {
        check(sqlite3_prepare_v2(db_, sql, -1, &out, nullptr));
    }
    void step(sqlite3_stmt* statement) {
        check(sqlite3_step(statement));
        sqlite3_reset(statement);
    }

    sqlite3* db_ = nullptr;
    sqlite3_stmt* begin_ = nullptr;
    sqlite3_stmt* commit_ = nullptr;
    sqlite3_stmt* draw_ = nullptr;
    sqlite3_stmt* insert_ = nullptr;
    sqlite3_stmt* erase_ = nullptr;
};

}  // namespace bench
