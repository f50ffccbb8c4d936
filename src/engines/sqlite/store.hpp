// SPDX-License-Identifier: Apache-2.0
// The row operations on SQLite.
#pragma once

#include "engines/rows/store.hpp"
#include "engines/sqlite/host_facts.hpp"
#include "engines/sqlite/statements.hpp"

namespace interlock::sqlite {

/// Works in the transaction that is open on `db`.
class store final : public rows::store {
public:
    /// `drawn` becomes the last number drawn, if there is any.
    store(sqlite3* db, statements& sql, rows::instant now, std::uint64_t& drawn)
        : db_{db}, sql_{sql}, now_{now}, drawn_{drawn} {}

    [[nodiscard]] rows::instant now() const override { return now_; }
    std::vector<rows::claim_row> queue(std::string_view name, const rows::place& after,
                                       std::size_t most) override;
    std::vector<rows::claim_row> list(std::string_view name, const rows::place& after,
                                      std::size_t most) override;
    std::vector<rows::claim_row> claims_of(const rows::owner_id& owner) override;
    std::vector<rows::owner_id> owners_of(const rows::owner_id& session, std::size_t most) override;
    std::vector<rows::owner_id> sessions_on(std::string_view name, std::size_t most) override;
    void insert(const rows::claim_row& row) override;
    void grant(const rows::claim_row& row) override;
    void extend(const rows::owner_id& owner, rows::state at, rows::instant expires) override;
    void convert(const rows::claim_row& row) override;
    void erase(const rows::owner_id& owner) override;
    void add_meanwhile(const rows::owner_id& waiter, const rows::owner_id& hold) override;
    void erase_meanwhile(const rows::owner_id& waiter) override;
    std::vector<rows::owner_id> meanwhile_of(const rows::owner_id& waiter) override;
    std::vector<rows::owner_id> waiting_with(const rows::owner_id& hold, std::size_t most) override;
    std::uint64_t draw_ticket() override;
    /// One counter serves all names of a file, so that it outlives every row.
    std::uint64_t draw_fence(std::string_view name) override;
    std::optional<std::uint32_t> limit_of(std::string_view name) override;
    void set_limit(std::string_view name, std::uint32_t limit) override;
    void change_limit(std::string_view name, std::uint32_t limit) override;
    std::optional<rows::cell_row> find_cell(std::string_view name) override;
    void put_cell(const rows::cell_row& row) override;
    std::vector<rows::owner_id> watchers_of(std::string_view name, std::size_t most) override;
    void add_watch(std::string_view name, const rows::owner_id& session) override;
    void erase_watch(std::string_view name, const rows::owner_id& session) override;
    void erase_session(const rows::owner_id& session) override;

    // Beyond the shared logic: which processes the sessions are, and what nobody came to remove.
    struct session_row {
        rows::owner_id id;
        process who;
    };
    void add_session(const session_row& row);
    [[nodiscard]] std::optional<process> find_session(const rows::owner_id& id);
    [[nodiscard]] std::vector<session_row> sessions(std::size_t most);
    [[nodiscard]] std::vector<std::string> expired_names(std::size_t most);

private:
    sqlite3* db_;
    statements& sql_;
    rows::instant now_;
    std::uint64_t& drawn_;
};

}  // namespace interlock::sqlite
