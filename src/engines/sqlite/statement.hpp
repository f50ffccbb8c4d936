// SPDX-License-Identifier: Apache-2.0
// A prepared SQLite statement: its text, bound values and result rows, with errors as exceptions.
#pragma once

#include <interlock/engine/types.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace interlock::sqlite {

/// What SQLite answered. Stays inside the engine, which turns it into a `failure`.
class sqlite_error : public std::exception {
public:
    explicit sqlite_error(sqlite3* from);
    sqlite_error(int code, std::string message) : code_{code}, message_{std::move(message)} {}
    [[nodiscard]] int code() const noexcept { return code_ & 0xFF; }
    [[nodiscard]] int extended() const noexcept { return code_; }
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
    int code_;
    std::string message_;
};

/// A running statement; reset when it goes out of scope. Bound text and ids must outlive it.
class cursor {
public:
    template <class... Values>
    cursor(sqlite3* db, sqlite3_stmt* running, const Values&... values) : db_{db}, running_{running} {
        (bind(values), ...);
    }
    cursor(const cursor&) = delete;
    cursor& operator=(const cursor&) = delete;
    ~cursor();

    /// Goes to the next row; false at the end.
    bool next();
    /// Runs to the end.
    void run();

    [[nodiscard]] std::int64_t number(int column) const;
    [[nodiscard]] std::uint64_t count(int column) const { return static_cast<std::uint64_t>(number(column)); }
    [[nodiscard]] std::uint32_t small(int column) const { return static_cast<std::uint32_t>(number(column)); }
    [[nodiscard]] std::string text(int column) const;
    [[nodiscard]] port::owner_id id(int column) const;
    [[nodiscard]] std::optional<std::string> blob(int column) const;

private:
    void bind(std::int64_t value);
    void bind(std::uint64_t value) { bind(static_cast<std::int64_t>(value)); }
    void bind(std::uint32_t value) { bind(static_cast<std::int64_t>(value)); }
    void bind(int value) { bind(static_cast<std::int64_t>(value)); }
    void bind(std::chrono::microseconds value) { bind(std::int64_t{value.count()}); }
    void bind(std::string_view text);
    void bind(const std::string& text) { bind(std::string_view{text}); }
    void bind(const port::owner_id& id);
    void bind(const std::optional<std::string>& bytes);

    sqlite3* db_;
    sqlite3_stmt* running_;
    int bound_ = 0;
};

/// A statement that is prepared when first used and kept.
class statement {
public:
    explicit constexpr statement(const char* text) : text_{text} {}
    statement(const statement&) = delete;
    statement& operator=(const statement&) = delete;
    ~statement();

    /// Starts it, with its parameters in order.
    template <class... Values>
    [[nodiscard]] cursor on(sqlite3* db, const Values&... values) {
        prepare(db);
        return cursor{db, handle_, values...};
    }

private:
    void prepare(sqlite3* db);

    const char* text_;
    sqlite3_stmt* handle_ = nullptr;
};

/// Runs SQL text without results.
void execute(sqlite3* db, const char* text);

/// The first column of the first row that `text` gives; empty if there is none.
[[nodiscard]] std::string ask(sqlite3* db, const char* text);

}  // namespace interlock::sqlite
