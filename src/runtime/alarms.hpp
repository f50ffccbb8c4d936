// SPDX-License-Identifier: Apache-2.0
// Time limits of asynchronous waits.
#pragma once

#include <interlock/engine/host.hpp>

namespace interlock::runtime {

/// A loop that all clients of this process share for timers alone. Its thread starts with the first of them;
/// callbacks must do no more than pass the word on. A forked child has a new one.
[[nodiscard]] port::loop& alarms();

}  // namespace interlock::runtime
