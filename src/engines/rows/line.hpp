// SPDX-License-Identifier: Apache-2.0
// The queues of names: who is next, and handing over in the step that made room.
#pragma once

#include <set>

#include "core/queue_rule.hpp"
#include "engines/rows/store.hpp"

namespace interlock::rows {

inline constexpr std::size_t page = 32;                 ///< Rows read at a time.
inline constexpr std::size_t longest_walk = 2048;       ///< Rows looked at for one name in one step.
inline constexpr std::size_t most_names = 256;          ///< Names served in one step.
inline constexpr std::chrono::seconds confirmation{2};  ///< Lease of an offer that nobody confirmed yet.

/// Works on queues within one transaction. Expired claims that it meets are removed, and the names they
/// leave are served by `serve`.
class line {
public:
    line(store& rows, effects& out) : rows_{rows}, out_{out} {}

    /// Whether nothing earlier stands in the way of a newcomer on any of its names.
    [[nodiscard]] bool admits(const port::claim& wanted);

    /// Whether others wait for `name`.
    [[nodiscard]] bool anybody_waits(std::string_view name);

    /// Whether a holder of `name` other than `owner` waits to become the only one.
    [[nodiscard]] bool anybody_upgrades(std::string_view name, const owner_id& owner);

    /// Removes a whole claim; its names are then to be served.
    void remove(const std::vector<claim_row>& claim);

    /// The other holders of the name of a hold.
    enum class company { none, holders, upgrader };
    [[nodiscard]] company others_beside(const claim_row& row);

    /// Makes a hold the exclusive one, with a new fence.
    void upgrade(claim_row& row);
    /// Ends the wait of an upgrading hold: it goes on in the mode it has.
    void stay(claim_row& row);

    /// Marks a name to be served.
    void touch(const std::string& name) { pending_.insert(name); }

    /// Gives every touched name to the next in its line.
    void serve();

    [[nodiscard]] bool expired(const claim_row& row) const {
        return row.at != state::waiting && row.expires <= rows_.now();
    }

private:
    enum class step { on, stop };
    enum class walked { whole, cut_short };
    template <class Visit>
    walked walk(std::string_view name, Visit visit);
    void remove_expired(const claim_row& row);
    void erase(const claim_row& row);
    [[nodiscard]] company look_beside(const claim_row& row);
    [[nodiscard]] bool clear_for(const port::item& wanted, order how);
    [[nodiscard]] bool free_elsewhere(const claim_row& row);
    void promote(const std::string& name);
    void offer(const claim_row& row);

    store& rows_;
    effects& out_;
    std::set<std::string, std::less<>> pending_;
};

}  // namespace interlock::rows
