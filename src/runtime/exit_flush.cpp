// SPDX-License-Identifier: Apache-2.0
// Posted releases are flushed when the process exits normally.
#include "runtime/exit_flush.hpp"

#include <pthread.h>

#include <cstdlib>
#include <map>
#include <mutex>

namespace interlock::runtime {
namespace {

struct clients {
    std::mutex guard;
    std::map<void*, void (*)(void*)> open;
};

clients& all() {
    static auto* const out = [] {
        // Another thread may be inside while one forks: the child must not inherit a locked mutex.
        ::pthread_atfork([] { all().guard.lock(); }, [] { all().guard.unlock(); },
                         [] { all().guard.unlock(); });
        return new clients;  // Outlives every static destructor.
    }();
    return *out;
}

/// The mutex stays locked: a client that is being destroyed by another thread waits for its flush.
void flush_all() {
    const std::lock_guard lock{all().guard};
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
    const std::lock_guard lock{all().guard};
    all().open.erase(client);
}

}  // namespace interlock::runtime
