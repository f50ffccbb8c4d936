// SPDX-License-Identifier: Apache-2.0
// What can be said against a request to an engine before its store is asked.
#pragma once

#include <interlock/engine/types.hpp>

namespace interlock::core {

/// Each gives a failure that names the field and its range, or none.
[[nodiscard]] failure check(const port::claim& wanted, const port::capabilities& can);
[[nodiscard]] failure check(const port::cell_write& what);
[[nodiscard]] failure check_lease(std::chrono::milliseconds lease, const port::capabilities& can);
[[nodiscard]] failure check_keep(std::chrono::milliseconds keep, const port::capabilities& can);

}  // namespace interlock::core
