// SPDX-License-Identifier: Apache-2.0
// One acquisition inside this process: first in the local line, then holding.
#pragma once

#include <interlock/engine/types.hpp>
#include <interlock/error.hpp>
#include <interlock/options.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

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
    std::vector<port::owner_id> holding{};  ///< What the thread that waits holds meanwhile.
    bool refuse_deadlock = true;            ///< Fail instead of closing a cycle.
    // ----
    time_point asked_at{};
    time_point granted_at{};
    std::vector<std::uint64_t> fences{};    ///< One for each name, in the order of the items.
    std::atomic<std::uint64_t> fence{0};    ///< The first of them, or the one of the last upgrade.
    std::atomic<mode> as{mode::exclusive};  ///< How it holds now.
};

using tenant_ptr = std::shared_ptr<tenant>;

}  // namespace interlock::core
