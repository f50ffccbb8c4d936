// SPDX-License-Identifier: Apache-2.0
// What a thread acquired by blocking calls and has not released.
#include "runtime/thread_holds.hpp"

#include <algorithm>

#include "runtime/lock_handle.hpp"
#include "runtime/tenancy.hpp"

namespace interlock::runtime {
namespace {

using interlock::detail::tenancy;

constexpr std::size_t most = 64;
thread_local std::vector<std::weak_ptr<tenancy>> taken;

}  // namespace

void note_taken(const std::shared_ptr<tenancy>& now) {
    std::erase_if(taken, [](const auto& each) { return each.expired(); });
    if (taken.size() == most) taken.erase(taken.begin());
    taken.push_back(now);
}

std::vector<std::shared_ptr<tenancy>> taken_by_this_thread(const interlock::detail::session& session,
                                                           bool for_refusal) {
    std::vector<std::shared_ptr<tenancy>> out;
    for (const auto& each : taken) {
        auto held = each.lock();
        if (!held || &held->handle()->owner() != &session) continue;
        if (!for_refusal || held->handle()->detects_deadlocks()) out.push_back(std::move(held));
    }
    return out;
}

}  // namespace interlock::runtime
