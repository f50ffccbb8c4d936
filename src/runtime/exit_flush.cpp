// SPDX-License-Identifier: Apache-2.0
// Posted releases are flushed when the process exits normally.
#include "runtime/exit_flush.hpp"

#include <cstdlib>
#include <map>
#include <mutex>

#include "runtime/fork.hpp"

namespace interlock::runtime {
namespace {

struct clients {
    std::mutex guard;
    std::map<void*, void (*)(void*)> open;
};

clients& all() {
    static auto* const out = new clients;  // Outlives every static destructor.
    return *out;
}

/// In a forked child the mutex may be held by a thread of the parent's, which is not here to free it.
std::unique_lock<std::mutex> guard() {
    if (fork_generation() == 0) return std::unique_lock{all().guard};
    return std::unique_lock{all().guard, std::try_to_lock};
}

/// The mutex stays locked: a client that is being destroyed by another thread waits for its flush.
void flush_all() {
    const auto lock = guard();
    if (!lock) return;
    for (const auto& [client, flush] : all().open) flush(client);
}

}  // namespace

void flush_at_exit(void* client, void (*flush)(void*)) {
    static const int once = std::atexit(flush_all);
    static_cast<void>(once);
    const std::lock_guard lock{all().guard};
    all().open.emplace(client, flush);
}

void no_flush_at_exit(void* client) noexcept {
    if (const auto lock = guard()) all().open.erase(client);
}

}  // namespace interlock::runtime
