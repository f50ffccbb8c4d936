// SPDX-License-Identifier: Apache-2.0
// A prepared SQLite statement: its text, bound values and result rows, with errors as exceptions.
#include "engines/sqlite/statement.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>

namespace interlock::sqlite {
namespace {

void must(int code, sqlite3* db) {
    if (code != SQLITE_OK) throw sqlite_error{db};
}

}  // namespace

sqlite_error::sqlite_error(sqlite3* from)
    : code_{sqlite3_extended_errcode(from)}, message_{sqlite3_errmsg(from)} {}

cursor::~cursor() { sqlite3_reset(running_); }

void cursor::bind(std::int64_t value) { must(sqlite3_bind_int64(running_, ++bound_, value), db_); }

void cursor::bind(std::string_view text) {
    const auto size = static_cast<int>(text.size());
    const char* const bytes = size == 0 ? "" : text.data();  // A null pointer would bind NULL.
    must(sqlite3_bind_text(running_, ++bound_, bytes, size, SQLITE_STATIC), db_);
}

void cursor::bind(const port::owner_id& id) {
    const auto size = static_cast<int>(id.bytes.size());
    must(sqlite3_bind_blob(running_, ++bound_, id.bytes.data(), size, SQLITE_STATIC), db_);
}

void cursor::bind(const std::optional<std::string>& bytes) {
    ++bound_;
    if (!bytes) return must(sqlite3_bind_null(running_, bound_), db_);
    must(sqlite3_bind_blob64(running_, bound_, bytes->data(), bytes->size(), SQLITE_STATIC), db_);
}

bool cursor::next() {
    const int code = sqlite3_step(running_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    throw sqlite_error{db_};
}

void cursor::run() {
    while (next()) {
    }
}

std::int64_t cursor::number(int column) const { return sqlite3_column_int64(running_, column); }

std::string cursor::text(int column) const {
    const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(running_, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(running_, column));
    return size == 0 ? std::string{} : std::string{bytes, size};
}

port::owner_id cursor::id(int column) const {
    port::owner_id out;
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(running_, column));
    const void* const bytes = sqlite3_column_blob(running_, column);
    if (bytes != nullptr) std::memcpy(out.bytes.data(), bytes, std::min(size, out.bytes.size()));
    return out;
}

std::optional<std::string> cursor::blob(int column) const {
    if (sqlite3_column_type(running_, column) == SQLITE_NULL) return std::nullopt;
    return text(column);
}

statement::~statement() { sqlite3_finalize(handle_); }

void statement::prepare(sqlite3* db) {
    if (handle_ != nullptr) return;
    must(sqlite3_prepare_v3(db, text_, -1, SQLITE_PREPARE_PERSISTENT, &handle_, nullptr), db);
}

void execute(sqlite3* db, const char* text) { must(sqlite3_exec(db, text, nullptr, nullptr, nullptr), db); }

std::string ask(sqlite3* db, const char* text) {
    statement question{text};
    auto answer = question.on(db);
    return answer.next() ? answer.text(0) : std::string{};
}

}  // namespace interlock::sqlite
