// SPDX-License-Identifier: Apache-2.0
// The events hook: for logs and metrics; it may be slow or throw without harm.
#include <interlock/interlock.hpp>

#include <array>
#include <atomic>
#include <cstdio>
#include <mutex>

int main() {
    // [snippet]
    std::array<std::atomic<int>, 7> seen{};
    {
        interlock::client locks{"", {.on_event = [&seen](const interlock::event& what) {
                                    ++seen[static_cast<std::size_t>(what.kind)];
                                }}};
        auto job = locks.mutex("job");
        for (int i = 0; i < 3; ++i) std::scoped_lock guard{job};
    }  // closing the client delivers what is left

    for (std::size_t i = 0; i < seen.size(); ++i) {
        const auto kind = interlock::to_string(static_cast<interlock::event_kind>(i));
        std::printf("%.*s: %d\n", static_cast<int>(kind.size()), kind.data(), seen[i].load());
    }
    // [/snippet]
    return seen[static_cast<std::size_t>(interlock::event_kind::acquired)] == 3 ? 0 : 1;
}
