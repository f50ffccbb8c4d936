// SPDX-License-Identifier: Apache-2.0
// Keeps SQLite connections from crossing a fork.
#include "engines/sqlite/fork_guard.hpp"

#include <pthread.h>

#include <list>
#include <mutex>

namespace interlock::sqlite {
namespace {

struct registry {
    std::mutex guard;
    std::list<forkable*> live;
};

void prepare() noexcept;
void parent() noexcept;
void child() noexcept;

registry& the_registry() {
    static auto* const out = [] {
        ::pthread_atfork(prepare, parent, child);
        return new registry;  // Never destroyed: a fork may happen while the program exits.
    }();
    return *out;
}

void prepare() noexcept {
    the_registry().guard.lock();
    for (auto* const each : the_registry().live) each->before_fork();
}

void parent() noexcept {
    for (auto* const each : the_registry().live) each->after_fork_in_parent();
    the_registry().guard.unlock();
}

void child() noexcept {
    for (auto* const each : the_registry().live) each->after_fork_in_child();
    the_registry().guard.unlock();
}

}  // namespace

fork_guard::fork_guard(forkable& told) : told_{told} {
    auto& all = the_registry();
    const std::lock_guard lock{all.guard};
    all.live.push_back(&told_);
}

fork_guard::~fork_guard() {
    auto& all = the_registry();
    const std::lock_guard lock{all.guard};
    all.live.remove(&told_);
}

}  // namespace interlock::sqlite
