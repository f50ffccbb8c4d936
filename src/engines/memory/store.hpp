// SPDX-License-Identifier: Apache-2.0
// One named store of a process, its members, and how they are told what happened.
#pragma once

#include "engines/memory/cell_table.hpp"
#include "engines/memory/lock_table.hpp"

#include <interlock/engine/host.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace interlock::memory {

class store;

/// A client of a store. Everything but `host` is guarded by the store's mutex.
struct member {
    port::context host;
    std::weak_ptr<store> home;
    std::vector<port::loop::callback> inbox{};  ///< To run on this client's own loop.
};

class store : public std::enable_shared_from_this<store> {
public:
    /// The store that clients of this process know as `name`, made if nobody uses it now.
    static std::shared_ptr<store> named(const std::string& name, const port::time_source& time);

    explicit store(std::atomic<std::uint64_t>& last_fence) : locks{last_fence} {}

    std::mutex mutex;
    lock_table locks;
    cell_table cells;
};

/// One operation: holds the store's mutex while it lives. What the calling client is to be told runs at
/// its end, without the mutex; other clients are told on their own loops.
class transaction {
public:
    transaction(store& on, const std::shared_ptr<member>& caller);
    ~transaction();
    transaction(const transaction&) = delete;
    transaction& operator=(const transaction&) = delete;

    [[nodiscard]] boot_clock::time_point now() const noexcept { return now_; }
    [[nodiscard]] const std::shared_ptr<member>& caller() const noexcept { return caller_; }

    /// Runs `what` on the side of `whom`; nobody's side if null.
    void tell(const std::shared_ptr<member>& whom, port::loop::callback what);

private:
    std::unique_lock<std::mutex> guard_;
    const std::shared_ptr<member>& caller_;
    boot_clock::time_point now_;
    std::vector<port::loop::callback> after_;
};

/// Runs what other clients left for `whom`.
void empty_inbox(const std::shared_ptr<member>& whom);

}  // namespace interlock::memory
