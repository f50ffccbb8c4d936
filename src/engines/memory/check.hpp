// SPDX-License-Identifier: Apache-2.0
// Refuses requests that make no sense before they reach the store.
#pragma once

#include <interlock/engine/types.hpp>

namespace interlock::memory {

/// Each gives a failure that names the field and its range, or none.
[[nodiscard]] failure check(const port::claim& wanted, const port::capabilities& limits);
[[nodiscard]] failure check(const port::cell_write& what);
[[nodiscard]] failure check_lease(std::chrono::milliseconds lease, const port::capabilities& limits);
[[nodiscard]] failure check_keep(std::chrono::milliseconds keep, const port::capabilities& limits);

}  // namespace interlock::memory
