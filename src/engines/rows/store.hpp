// SPDX-License-Identifier: Apache-2.0
// The row operations that the lease-row logic needs, each a plain statement by key, inside one transaction.
#pragma once

#include <string_view>

#include "engines/rows/types.hpp"

namespace interlock::rows {

/// Implemented by each SQL driver. Every function works inside the transaction that the driver began and
/// will commit or roll back; it throws the driver's own exception to have it rolled back.
class store {
public:
    store() = default;
    store(const store&) = delete;
    store& operator=(const store&) = delete;
    virtual ~store() = default;

    /// The store's clock; the same throughout a transaction.
    [[nodiscard]] virtual instant now() const = 0;

    // Claims.
    /// Rows of `name` behind `after`: holders, then those in line, each by ticket.
    [[nodiscard]] virtual std::vector<claim_row> queue(std::string_view name, const place& after,
                                                       std::size_t most) = 0;
    /// Rows of all names behind `after` on `name` and of later names, by name and queue.
    [[nodiscard]] virtual std::vector<claim_row> list(std::string_view name, const place& after,
                                                      std::size_t most) = 0;
    /// All rows of a claim, by index.
    [[nodiscard]] virtual std::vector<claim_row> claims_of(const owner_id& owner) = 0;
    /// The owners of a session's claims.
    [[nodiscard]] virtual std::vector<owner_id> owners_of(const owner_id& session, std::size_t most) = 0;
    /// The sessions of the first rows in the queue, perhaps with repetitions.
    [[nodiscard]] virtual std::vector<owner_id> sessions_on(std::string_view name, std::size_t most) = 0;
    virtual void insert(const claim_row& row) = 0;
    /// Moves a waiting row among the holders, with its new state, expiry, grant time and fence.
    virtual void grant(const claim_row& row) = 0;
    /// Sets state and expiry of all rows of a holding claim.
    virtual void extend(const owner_id& owner, state at, instant expires) = 0;
    /// Sets state, mode, ticket, fence, grant time and session of the only row of a holding claim.
    virtual void convert(const claim_row& row) = 0;
    virtual void erase(const owner_id& owner) = 0;

    // What the threads of waiting claims hold meanwhile.
    virtual void add_meanwhile(const owner_id& waiter, const owner_id& hold) = 0;
    virtual void erase_meanwhile(const owner_id& waiter) = 0;
    /// What the thread of `waiter` holds, by id.
    [[nodiscard]] virtual std::vector<owner_id> meanwhile_of(const owner_id& waiter) = 0;
    /// The claims whose threads hold `hold`, by id.
    [[nodiscard]] virtual std::vector<owner_id> waiting_with(const owner_id& hold, std::size_t most) = 0;

    // Numbers.
    /// Above every ticket drawn before.
    [[nodiscard]] virtual std::uint64_t draw_ticket() = 0;
    /// Above every fence drawn for `name` before.
    [[nodiscard]] virtual std::uint64_t draw_fence(std::string_view name) = 0;
    [[nodiscard]] virtual std::optional<std::uint32_t> limit_of(std::string_view name) = 0;
    /// Unless there is one already.
    virtual void set_limit(std::string_view name, std::uint32_t limit) = 0;
    /// In any case, and in the rows of `name` for permits too.
    virtual void change_limit(std::string_view name, std::uint32_t limit) = 0;

    // Cells and sessions.
    [[nodiscard]] virtual std::optional<cell_row> find_cell(std::string_view name) = 0;
    virtual void put_cell(const cell_row& row) = 0;
    [[nodiscard]] virtual std::vector<owner_id> watchers_of(std::string_view name, std::size_t most) = 0;
    virtual void add_watch(std::string_view name, const owner_id& session) = 0;
    virtual void erase_watch(std::string_view name, const owner_id& session) = 0;
    /// Forgets a session and its watches; its claims are not touched.
    virtual void erase_session(const owner_id& session) = 0;
};

}  // namespace interlock::rows
