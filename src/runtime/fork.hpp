// SPDX-License-Identifier: Apache-2.0
// Which process this is, counted in forks.
#pragma once

#include <cstdint>

namespace interlock::runtime {

/// 0 in the first process; one more in each forked child. Costs one load.
[[nodiscard]] std::uint32_t fork_generation() noexcept;

}  // namespace interlock::runtime
