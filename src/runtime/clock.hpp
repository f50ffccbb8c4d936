// SPDX-License-Identifier: Apache-2.0
// The real clock. Nothing outside runtime/ reads another.
#pragma once

#include <interlock/engine/host.hpp>

namespace interlock::runtime {

class system_time final : public port::time_source {
public:
    [[nodiscard]] boot_clock::time_point now() const noexcept override;
    [[nodiscard]] std::uint64_t fence_floor() const noexcept override;
    void pause(boot_clock::duration how_long) const noexcept override;
};

}  // namespace interlock::runtime
