// SPDX-License-Identifier: Apache-2.0
// The database of a user: plain SQLite, bound by the list of values that a statement comes with.
#pragma once

#include <interlock/fencing.hpp>

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>

namespace interlock::test {

class user_database {
public:
    using value = std::variant<std::int64_t, std::string>;
    using values = std::map<std::string, value>;

    explicit user_database(const std::string& path) {
        check(sqlite3_open(path.c_str(), &database_));
        check(sqlite3_busy_timeout(database_, 20'000));
    }
    user_database(const user_database&) = delete;
    user_database& operator=(const user_database&) = delete;
    ~user_database() { sqlite3_close(database_); }

    void run(const std::string& sql) {
        check(sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr));
    }

    /// How many rows it changed.
    int run(const sql_statement& what, const values& with) {
        sqlite3_stmt* statement = nullptr;
        check(sqlite3_prepare_v2(database_, what.sql.c_str(), -1, &statement, nullptr));
        for (std::size_t i = 0; i < what.values.size(); ++i)
            bind(statement, static_cast<int>(i) + 1, with.at(what.values[i]));
        const int ended = sqlite3_step(statement);
        sqlite3_finalize(statement);
        if (ended != SQLITE_DONE) throw std::runtime_error{sqlite3_errmsg(database_)};
        return sqlite3_changes(database_);
    }

    std::string text(const std::string& query) {
        sqlite3_stmt* statement = nullptr;
        check(sqlite3_prepare_v2(database_, query.c_str(), -1, &statement, nullptr));
        std::string out = "(none)";
        if (sqlite3_step(statement) == SQLITE_ROW)
            out = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
        sqlite3_finalize(statement);
        return out;
    }

private:
    void check(int code) const {
        if (code != SQLITE_OK) throw std::runtime_error{sqlite3_errmsg(database_)};
    }
    void bind(sqlite3_stmt* to, int place, const value& what) const {
        if (const auto* number = std::get_if<std::int64_t>(&what))
            check(sqlite3_bind_int64(to, place, *number));
        else
            check(sqlite3_bind_text(to, place, std::get<std::string>(what).c_str(), -1, SQLITE_TRANSIENT));
    }
    sqlite3* database_ = nullptr;
};

}  // namespace interlock::test
