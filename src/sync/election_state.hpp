// SPDX-License-Identifier: Apache-2.0
// The inside of an election: the lock that leads, and the cell in which leaders proclaim.
#pragma once

#include <interlock/election.hpp>

#include <memory>
#include <string>

#include "runtime/errand.hpp"
#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

struct election_state : std::enable_shared_from_this<election_state> {
    election_state(std::shared_ptr<session> in, std::string name, lock_options options);

    /// Empty if the time ended first.
    [[nodiscard]] runtime::task<leadership> campaign(errand& by, std::string value);
    [[nodiscard]] runtime::task<void> proclaim(errand& by, std::string value, std::uint64_t term);
    [[nodiscard]] runtime::task<std::optional<leader_info>> leader(errand& by);
    /// `nullopt` if the time ended first.
    [[nodiscard]] runtime::task<std::optional<leader_info>> observe(errand& by,
                                                                    std::optional<leader_info> known);

    const std::shared_ptr<session> through;
    const std::shared_ptr<lock_handle> lock;
    const std::string key;    ///< Of the cell.
    const std::string label;  ///< Who this is, as text.
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
