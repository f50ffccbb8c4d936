// SPDX-License-Identifier: Apache-2.0
// One named store of a process, its members, and how they are told what happened.
#include "engines/memory/store.hpp"

#include "runtime/fork.hpp"

#include <pthread.h>

#include <algorithm>
#include <map>
#include <utility>

namespace interlock::memory {
namespace {

/// All stores of this process. Never destroyed, because clients may outlive static objects.
struct directory {
    std::mutex mutex;
    std::map<std::string, std::weak_ptr<store>> stores;
    std::uint32_t generation = 0;  ///< The process that `stores` belongs to, counted in forks.
    /// One for all stores, so that a store made anew under an old name goes on above the old fences.
    std::atomic<std::uint64_t> last_fence{0};
};

directory& all_stores() {
    static directory* const only = [] {
        // Another thread may be inside while one forks: the child must not inherit a locked mutex.
        pthread_atfork([] { all_stores().mutex.lock(); }, [] { all_stores().mutex.unlock(); },
                       [] { all_stores().mutex.unlock(); });
        return new directory;
    }();
    return *only;
}

}  // namespace

std::shared_ptr<store> store::named(const std::string& name, const port::time_source& time) {
    auto& all = all_stores();
    const std::lock_guard guard{all.mutex};
    // What the parent process stores is not the child's: it starts with empty stores of its own.
    const auto before = std::exchange(all.generation, runtime::fork_generation());
    if (before != all.generation) all.stores.clear();
    auto& known = all.stores[name];
    if (auto there = known.lock()) return there;
    all.last_fence = std::max(all.last_fence.load(), time.fence_floor());
    std::erase_if(all.stores, [&](const auto& each) { return each.first != name && each.second.expired(); });
    auto made = std::make_shared<store>(all.last_fence);
    known = made;
    return made;
}

transaction::transaction(store& on, const std::shared_ptr<member>& caller)
    : guard_{on.mutex}, caller_{caller}, now_{caller->host.time.now()} {}

transaction::~transaction() {
    guard_.unlock();
    for (auto& each : after_) each();
}

void transaction::tell(const std::shared_ptr<member>& whom, port::loop::callback what) {
    if (whom == nullptr) return;
    if (whom == caller_) return after_.push_back(std::move(what));
    whom->inbox.push_back(std::move(what));
    if (whom->inbox.size() == 1) whom->host.loop.post([whom] { empty_inbox(whom); });
}

void empty_inbox(const std::shared_ptr<member>& whom) {
    const auto home = whom->home.lock();
    if (home == nullptr) return;
    std::unique_lock guard{home->mutex};
    auto letters = std::exchange(whom->inbox, {});
    guard.unlock();
    for (auto& each : letters) each();
}

}  // namespace interlock::memory
