// SPDX-License-Identifier: Apache-2.0
// What can be said against a request to an engine before its store is asked.
#pragma once

#include <interlock/engine/types.hpp>

#include <optional>
#include <string_view>

namespace interlock::core {

/// Each gives a failure that names the field and its range, or none.
[[nodiscard]] failure check(const port::claim& wanted, const port::capabilities& can);
[[nodiscard]] failure check(const port::conversion& what);
[[nodiscard]] failure check(const port::cell_write& what);
[[nodiscard]] failure check_lease(std::chrono::milliseconds lease, const port::capabilities& can);
[[nodiscard]] failure check_keep(std::chrono::milliseconds keep, const port::capabilities& can);

[[nodiscard]] failure check_resize(std::string_view name, std::uint32_t limit);

// What only a store can judge, in the step itself.
/// Whether a hold of `held`, one of so many `names`, can be converted to `to`.
[[nodiscard]] failure check_hold(const port::item& held, std::size_t names, mode to);
/// Fills in the limit that is stored, or says why the claim does not go with it.
[[nodiscard]] failure agree_on_limit(port::item& wanted, std::optional<std::uint32_t> stored);

}  // namespace interlock::core
