// SPDX-License-Identifier: Apache-2.0
// One engine in a comparison: applies steps and shows all that can be seen of it as text.
#pragma once

#include "model/step.hpp"
#include "support/manual_host.hpp"

#include <interlock/engine.hpp>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace interlock::model {

/// Fences as the step that first showed them: engines draw different numbers, but at the same steps.
class fence_ranks {
public:
    /// Learns a fence of `name`. False if it is new, yet not above all that earlier steps showed.
    bool learn(const std::string& name, std::uint64_t fence);
    /// Ends a step. Claims granted together in one step may have drawn their fences in any order.
    void settle();
    [[nodiscard]] std::string rank(const std::string& name, std::uint64_t fence) const;

private:
    int step_ = 0;
    std::map<std::string, std::map<std::uint64_t, int>> known_;
    std::map<std::string, std::uint64_t> settled_;
};

/// Several clients of one engine, in a world whose clock is moved by hand.
class side {
public:
    side(std::string url, test::manual_world& world);
    ~side();

    void apply(const step& one);
    /// Renews what was granted by a push, as the library does: such grants may carry a short lease.
    void confirm_pushed_grants();
    /// What happened since the last call, and how everything stands.
    [[nodiscard]] std::string observe();

private:
    struct seat {
        test::manual_host* host;
        std::unique_ptr<port::engine> engine;
    };
    struct claim_state {
        port::claim wanted;
        int client = 0;     ///< Who made it, and does everything else with it.
        bool over = false;  ///< Released, withdrawn or refused: not to be repeated.
    };
    struct watch_state {
        port::owner_id request;
        int client = 0;
    };
    void sit_down(int client);
    void acquire(int id, int client);
    void release(claim_state& which, const step& one);
    void renew(claim_state& which, milliseconds lease);
    void convert(claim_state& which, const step& one);
    [[nodiscard]] std::vector<port::owner_id> owners(const std::vector<int>& claims) const;
    void note(std::string what) { happened_.insert(std::move(what)); }
    [[nodiscard]] std::string show(const port::claim& wanted, const std::vector<std::uint64_t>& fences);
    [[nodiscard]] std::string claims();
    [[nodiscard]] std::string cells();
    [[nodiscard]] port::engine& engine(int client) {
        return *seats_[static_cast<std::size_t>(client)].engine;
    }

    std::string url_;
    test::manual_world& world_;
    std::vector<seat> seats_;
    std::map<int, claim_state> claims_;
    std::map<int, watch_state> watches_;
    std::set<int> granted_;                ///< Pushed, to be confirmed.
    std::multiset<std::string> happened_;  ///< Sorted: clients are told in no particular order.
    fence_ranks fences_;
};

}  // namespace interlock::model
