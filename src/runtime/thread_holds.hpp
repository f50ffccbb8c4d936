// SPDX-License-Identifier: Apache-2.0
// What a thread acquired by blocking calls and has not released: it waits for other locks with these in hand.
#pragma once

#include <memory>
#include <vector>

namespace interlock {
inline namespace v0 {
namespace detail {
class session;
class tenancy;
}  // namespace detail
}  // namespace v0
}  // namespace interlock

namespace interlock::runtime {

/// This thread has just acquired `taken`. Touches nothing but the thread's own memory.
void note_taken(const std::shared_ptr<interlock::detail::tenancy>& taken);

/// What it acquired through `session` and still holds, the latest 64. To refuse a wait, locks that may be
/// passed between threads (`lock_options::detect_deadlock` is false) do not count.
[[nodiscard]] std::vector<std::shared_ptr<interlock::detail::tenancy>> taken_by_this_thread(
    const interlock::detail::session& session, bool for_refusal);

}  // namespace interlock::runtime
