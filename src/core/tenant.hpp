// SPDX-License-Identifier: Apache-2.0
// One acquisition inside this process: first in the local line, then holding.
#pragma once

#include <interlock/error.hpp>
#include <interlock/options.hpp>

#include <cstdint>
#include <memory>

#include "core/lease.hpp"

namespace interlock::core {

/// The fields above the line are set by whoever wants the lock, those below it by the slot.
struct tenant {
    explicit tenant(std::shared_ptr<const lock_options> terms) : how{std::move(terms)} {}
    virtual ~tenant() = default;

    std::shared_ptr<const lock_options> how;
    bool may_wait = true;
    time_point give_up = never;  ///< The slot ends the wait here (callers that block end it themselves).
    failure given_up{};          ///< What to say when it was busy to the end; none: just busy.
    // ----
    time_point asked_at{};
    time_point granted_at{};
    std::uint64_t fence = 0;
};

using tenant_ptr = std::shared_ptr<tenant>;

}  // namespace interlock::core
