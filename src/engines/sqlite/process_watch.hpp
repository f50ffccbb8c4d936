// SPDX-License-Identifier: Apache-2.0
// Notices at once when a process that stands in the way has ended.
#pragma once

#include <interlock/engine/host.hpp>

#include <functional>
#include <set>
#include <unordered_map>

#include "engines/sqlite/host_facts.hpp"

namespace interlock::sqlite {

/// One process descriptor for each session watched, at most 64. Not thread-safe: its engine guards it.
class process_watch {
public:
    static constexpr std::size_t most = 64;

    /// `on_end` runs on the loop.
    process_watch(port::loop& loop, const process& self, std::function<void(port::owner_id)> on_end)
        : loop_{loop}, self_{self}, on_end_{std::move(on_end)} {}
    process_watch(const process_watch&) = delete;
    process_watch& operator=(const process_watch&) = delete;
    ~process_watch() { abandon(); }

    [[nodiscard]] bool knows(const port::owner_id& session) const { return watched_.contains(session); }
    /// Whether its process lives; if so it is watched from now on, where that is possible.
    [[nodiscard]] life watch(const port::owner_id& session, const process& who);
    /// If no more can be watched: forgets all that are not among those needed.
    void make_room(const std::set<port::owner_id>& needed) noexcept;
    void forget(const port::owner_id& session) noexcept;
    void clear() noexcept;
    /// Closes descriptors without the loop: in a forked child.
    void abandon() noexcept;

private:
    struct entry {
        int pidfd;
        port::loop::id registered;
    };
    void end(const entry& gone) noexcept;

    port::loop& loop_;
    process self_;
    std::function<void(port::owner_id)> on_end_;
    std::unordered_map<port::owner_id, entry> watched_;
};

}  // namespace interlock::sqlite
