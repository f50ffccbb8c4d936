// SPDX-License-Identifier: Apache-2.0
// The inside of a client: how an event reaches its state machine. For the files that implement `session`.
#pragma once

#include "runtime/session.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// Under the mutex: feeds one event to one slot.
template <class Event>
void session::feed(slot_entry& entry, Event& event, core::time_point now, core::actions& todo) {
    if (entry.machine.leaving()) --leaving_;
    event(entry.machine, now, todo);
    if (entry.machine.leaving()) ++leaving_;
    settle(entry);
}

template <class Event>
void session::step(slot_entry& entry, Event event) {
    core::actions todo;
    const auto now = time_.now();
    {
        const std::lock_guard lock{guard_};
        feed(entry, event, now, todo);
    }
    drive(std::move(todo));
}

/// The same for events that know only the owner. One that is not ours any more is ignored.
template <class Event>
bool session::step(const port::owner_id& owner, Event event) {
    core::actions todo;
    const auto now = time_.now();
    {
        const std::lock_guard lock{guard_};
        const auto found = by_owner_.find(owner);
        if (found == by_owner_.end()) return false;
        feed(*found->second, event, now, todo);
    }
    drive(std::move(todo));
    return true;
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
