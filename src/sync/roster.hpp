// SPDX-License-Identifier: Apache-2.0
// Members that are listed in a cell, and how the others see whether they live.
#pragma once

#include <interlock/hold.hpp>
#include <interlock/options.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/errand.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// One line of a roster.
struct member {
    std::string id{};
    bool called = false;  ///< Has been notified.

    bool operator==(const member&) const = default;
};
using roster = std::vector<member>;

/// As text: `id,id!,id`, a mark for those who were called. `nullopt` for text that is no roster.
[[nodiscard]] std::string to_text(const roster& all);
[[nodiscard]] std::optional<roster> roster_from(std::string_view text);

[[nodiscard]] bool lists(const roster& all, const std::string& id);
/// True if it was listed.
bool strike_out(roster& all, const std::string& id);

/// Membership in the roster of the object `key`. A member holds a leased claim on a name of its own: while
/// the engine shows that claim, the member lives. It is given up when this goes.
struct membership {
    std::string id{};
    hold claim{};
};

/// Becomes a member, not listed yet. Throws `error`. The claim takes `lease` and `label` from `terms`.
[[nodiscard]] runtime::task<membership> join(errand& by, std::string key, lock_options terms);

/// Whether the engine shows the member's claim.
[[nodiscard]] runtime::task<bool> is_alive(errand& by, std::string key, std::string id);

/// Strikes out those whose claim is gone. Returns how many.
[[nodiscard]] runtime::task<std::size_t> strike_out_dead(errand& by, std::string key, roster* all);

}  // namespace detail
}  // namespace v0
}  // namespace interlock
