// SPDX-License-Identifier: Apache-2.0
// The inside of a multi_lock.
#pragma once

#include <interlock/multi_lock.hpp>

#include "sync/held_locks.hpp"
#include "sync/multi_attempt.hpp"

namespace interlock {
inline namespace v0 {

struct multi_lock::state {
    explicit state(detail::lock_parts all) : parts{std::move(all)} {}

    const detail::lock_parts parts;       ///< In the order in which they are taken.
    detail::kept_holds<multi_hold> held;  ///< What `lock()` took.
};

}  // namespace v0
}  // namespace interlock
