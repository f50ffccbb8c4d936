// SPDX-License-Identifier: Apache-2.0
// What a state machine wants done: requests for the engine, and news for callers.
#pragma once

#include <interlock/engine/types.hpp>
#include <interlock/events.hpp>

#include <variant>
#include <vector>

#include "core/tenant.hpp"

namespace interlock::core {

// For the engine. The answers come back to the slot as events.
struct do_acquire {
    port::claim what;
};
struct do_withdraw {
    port::owner_id owner;
};
struct do_release {
    port::owner_id owner;
    std::chrono::milliseconds keep{0};
};
struct do_convert {
    port::conversion what;
    unsigned request = 0;  ///< Comes back with the answer.
};
struct do_renew {
    port::owner_id owner;
    std::chrono::milliseconds lease{0};
    time_point deadline;  ///< The oldest goes first.
};

// For the one who asked.
struct tell_granted {
    tenant_ptr who;
    time_point until;
};
struct tell_busy {
    tenant_ptr who;
};
struct tell_failed {
    tenant_ptr who;
    failure why;
};

// For the one who holds or held.
struct tell_extended {
    tenant_ptr who;
    time_point until;
};
struct tell_lost {
    tenant_ptr who;
    failure why;
};
struct tell_released {
    tenant_ptr who;
    failure why;  ///< None: the engine confirmed, or the hold was passed on.
};

struct tell_converted {
    tenant_ptr who;
    bool got = false;  ///< Else busy, unless there is a failure.
    failure why;
};

// For the events hook.
struct tell_event {
    event what;
};

using action =
    std::variant<do_acquire, do_withdraw, do_release, do_convert, do_renew, tell_granted, tell_busy,
                 tell_failed, tell_extended, tell_lost, tell_released, tell_converted, tell_event>;
using actions = std::vector<action>;

}  // namespace interlock::core
