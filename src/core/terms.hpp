// SPDX-License-Identifier: Apache-2.0
// The terms of a lock: checked options, as the core works with them.
#pragma once

#include <interlock/engine/types.hpp>
#include <interlock/options.hpp>

namespace interlock::core {

/// A failure that names the first option out of its range, or none.
[[nodiscard]] failure check(const lock_options& options, const port::capabilities& can);
[[nodiscard]] failure check(const client_options& options);
/// A failure if the engine does not have this mode.
[[nodiscard]] failure check_able(mode how, const port::capabilities& can);

}  // namespace interlock::core
