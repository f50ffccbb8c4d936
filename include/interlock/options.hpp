// SPDX-License-Identifier: Apache-2.0
/// @file
/// Options: plain aggregates, grouped by lifetime. Every default is a safe one.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/config.hpp>
#include <interlock/events.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace interlock {
inline namespace v0 {

/// Whether a hold is kept alive by the library.
enum class renewal : std::uint8_t {
    automatic,  ///< Renewed at a third of the lease until released, lost or `max_hold` is over.
    never,      ///< Ends with its lease unless `hold::renew` is called.
};

/// How one lock behaves. Given when the handle is made; checked then (`errc::invalid_option`).
struct lock_options {
    /// How long a hold lives on the engine without renewal, and so how long a crashed or frozen holder
    /// can stand in the way. From the engine's minimum (sqlite: 100 ms) to 24 h. A short lease frees
    /// sooner; a long one rides out longer pauses and outages.
    std::chrono::milliseconds lease{30'000};

    /// Who keeps the hold alive.
    interlock::renewal renew = interlock::renewal::automatic;

    /// How long `lock()` and `acquire()` wait before they fail with `errc::timed_out`. Absent: for ever.
    /// Zero: one attempt. The `try_…` functions take their own time and ignore this.
    std::optional<std::chrono::milliseconds> wait{};

    /// In which order contenders are served; see `interlock::order`.
    interlock::order order = interlock::order::fair;

    /// Free text shown by `interlock status`, at most 128 bytes, no control characters.
    std::string label{};

    /// The lock stays taken for at least this long after it was granted, also when released earlier and
    /// also when this process ends. For jobs that must not run twice in a short time. 0: no minimum.
    /// Must not exceed `lease` or `max_hold`.
    std::chrono::milliseconds min_hold{0};

    /// A hold is given up (and `lost()` requested) this long after it was granted. 0: no maximum.
    std::chrono::milliseconds max_hold{0};

    /// After release keep the lease this long, so that taking the lock again in this client costs no
    /// message; a claim elsewhere ends it at once where the engine can tell. 0: give it back at once.
    /// Lingering lengthens what a crash leaves behind to the lease. Must not exceed `lease`.
    std::chrono::milliseconds linger{0};

    /// Waiting for this lock fails with `errc::deadlock` if it would close a cycle of threads (of any
    /// process, on this engine) that wait for each other's locks. A thread counts as holding what it acquired
    /// by the blocking functions and nobody has released; a hold that you give to another thread still counts
    /// for the one that took it, so set this to false for locks that are passed between threads. A timed wait
    /// for what the thread itself holds is not refused: it ends by itself. Costs nothing while nobody waits.
    bool detect_deadlock = true;

    /// How often in a row a hold may be passed on inside this process while others wait outside it.
    /// From 0 (never) to 255.
    std::uint32_t local_handovers = 16;
};

/// How a client behaves as a whole.
struct client_options {
    /// Bound for opening the engine and for each single engine operation. From 10 ms to 1 h.
    std::chrono::milliseconds connect_timeout{5'000};

    /// How long closing the client (and normal process exit) waits for posted releases. 0: not at all.
    std::chrono::milliseconds flush_timeout{2'000};

    /// Called for everything that happens to this client's locks, on a thread of its own and never
    /// while a lock operation waits for it. It may block or throw without harm: events beyond a queue
    /// of 1024 are dropped and counted in the next event's `dropped`. It may still be called until the
    /// client and all its locks and holds are gone and their releases answered: let it own what it uses.
    std::function<void(const event&)> on_event{};
};

}  // namespace v0
}  // namespace interlock
