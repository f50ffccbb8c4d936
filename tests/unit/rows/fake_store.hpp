// SPDX-License-Identifier: Apache-2.0
// A row store in vectors, with a clock moved by hand: the plainest thing the lease-row logic can run on.
#pragma once

#include "engines/rows/store.hpp"

#include <map>
#include <set>
#include <vector>

namespace interlock::rows::test {

class fake_store final : public store {
public:
    instant clock{1'000'000};
    std::size_t queries = 0;  ///< How many queues were read: what paging is for.

    [[nodiscard]] instant now() const override { return clock; }
    std::vector<claim_row> queue(std::string_view name, const place& after, std::size_t most) override;
    std::vector<claim_row> list(std::string_view name, const place& after, std::size_t most) override;
    std::vector<claim_row> claims_of(const owner_id& owner) override;
    std::vector<owner_id> owners_of(const owner_id& session, std::size_t most) override;
    std::vector<owner_id> sessions_on(std::string_view name, std::size_t most) override;
    void insert(const claim_row& row) override { rows_.push_back(row); }
    void grant(const claim_row& row) override;
    void extend(const owner_id& owner, state at, instant expires) override;
    void convert(const claim_row& row) override;
    void erase(const owner_id& owner) override;
    void add_meanwhile(const owner_id& waiter, const owner_id& hold) override {
        meanwhile_.emplace(waiter, hold);
    }
    void erase_meanwhile(const owner_id& waiter) override;
    std::vector<owner_id> meanwhile_of(const owner_id& waiter) override;
    std::vector<owner_id> waiting_with(const owner_id& hold, std::size_t most) override;
    std::uint64_t draw_ticket() override { return ++number_; }
    std::uint64_t draw_fence(std::string_view) override { return ++number_; }
    std::optional<std::uint32_t> limit_of(std::string_view name) override;
    void set_limit(std::string_view name, std::uint32_t limit) override {
        limits_.try_emplace(std::string{name}, limit);
    }
    void change_limit(std::string_view name, std::uint32_t limit) override;
    std::optional<cell_row> find_cell(std::string_view name) override;
    void put_cell(const cell_row& row) override { cells_[row.name] = row; }
    std::vector<owner_id> watchers_of(std::string_view name, std::size_t most) override;
    void add_watch(std::string_view name, const owner_id& session) override;
    void erase_watch(std::string_view name, const owner_id& session) override;
    void erase_session(const owner_id& session) override;

private:
    std::vector<claim_row> rows_;
    std::map<std::string, std::uint32_t, std::less<>> limits_;
    std::map<std::string, cell_row, std::less<>> cells_;
    std::set<std::pair<std::string, owner_id>> watches_;
    std::set<std::pair<owner_id, owner_id>> meanwhile_;
    std::uint64_t number_ = 0;
};

}  // namespace interlock::rows::test
