// SPDX-License-Identifier: Apache-2.0
// A listener that remembers what it heard.
#include "support/recording_listener.hpp"

#include <algorithm>

namespace interlock::test {

void recording_listener::note(owners& in, port::owner_id owner) noexcept {
    const std::lock_guard guard{mutex_};
    in.push_back(owner);
}

bool recording_listener::has(const owners& in, port::owner_id owner) const {
    const std::lock_guard guard{mutex_};
    return std::find(in.begin(), in.end(), owner) != in.end();
}

void recording_listener::lost(port::owner_id owner, failure) noexcept { note(lost_, owner); }
void recording_listener::waiting(port::owner_id owner) noexcept { note(waiting_, owner); }
void recording_listener::contended(port::owner_id owner) noexcept { note(contended_, owner); }

bool recording_listener::heard_lost(port::owner_id owner) const { return has(lost_, owner); }
bool recording_listener::heard_waiting(port::owner_id owner) const { return has(waiting_, owner); }
bool recording_listener::heard_contended(port::owner_id owner) const { return has(contended_, owner); }

}  // namespace interlock::test
