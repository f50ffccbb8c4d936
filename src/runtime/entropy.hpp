// SPDX-License-Identifier: Apache-2.0
// Chance, from the operating system.
#pragma once

#include <interlock/engine/host.hpp>

namespace interlock::runtime {

/// Thread-safe. Ids come in blocks from the kernel's generator; a block never crosses a fork.
class system_entropy final : public port::entropy {
public:
    [[nodiscard]] port::owner_id draw_id() override;
    [[nodiscard]] double fraction() noexcept override;
};

}  // namespace interlock::runtime
