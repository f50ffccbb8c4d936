// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the runtime gives an engine: a loop, a clock, chance, and somebody to tell.
///
/// An engine reads no clock, sleeps nowhere and draws no random number by itself, so that tests can
/// move time by hand.
#pragma once

#include <interlock/engine/types.hpp>

#include <cstdint>
#include <string>

namespace interlock {
inline namespace v0 {
namespace port {

/// The event loop of one client. Callbacks run one at a time, on the loop's thread, and never inside
/// the call that registered them. All functions may be called from any thread.
class loop {
public:
    using callback = detail::unique_function<void()>;
    using id = std::uint64_t;  ///< Never 0; never used again.

    virtual ~loop() = default;
    /// Runs `work` soon.
    virtual void post(callback work) = 0;
    /// Runs `work` once at `when` or soon after it.
    virtual id at(boot_clock::time_point when, callback work) = 0;
    /// Runs `work` each time `fd` is readable (level-triggered) until `cancel`. The loop does not own `fd`.
    virtual id on_readable(int fd, callback work) = 0;
    /// Ends an `at` or `on_readable`. A callback that is just starting on the loop's thread may still
    /// run once if this is called from another thread; called on the loop's thread it runs no more.
    virtual void cancel(id registered) noexcept = 0;
};

/// The only source of time.
class time_source {
public:
    virtual ~time_source() = default;
    [[nodiscard]] virtual boot_clock::time_point now() const noexcept = 0;
    /// A number that grows with the wall clock, by 2^23 a second since 1970: fences start from it, so
    /// that they go on growing when a store lost its data. It never decides who holds what.
    [[nodiscard]] virtual std::uint64_t fence_floor() const noexcept = 0;
    /// Holds this thread up for a moment: for back-off inside a synchronous driver only.
    virtual void pause(boot_clock::duration how_long) const noexcept = 0;
};

/// The only source of chance.
class entropy {
public:
    virtual ~entropy() = default;
    /// From the operating system's generator: never the same twice, also after fork.
    [[nodiscard]] virtual owner_id draw_id() = 0;
    /// Uniform in [0, 1): for jitter.
    [[nodiscard]] virtual double fraction() noexcept = 0;
};

/// Hears what an engine finds out by itself. Called on the loop's thread or inside an engine call,
/// never with an engine lock held. Unknown owners are ignored.
class listener {
public:
    virtual ~listener() = default;
    /// The engine no longer has this hold, and knows it for certain.
    virtual void lost(owner_id owner, failure why) noexcept = 0;
    /// The claim was not granted at once and stands in line now. Called at most once for a claim.
    virtual void waiting(owner_id owner) noexcept = 0;
    /// Another claim has begun to wait for a name that this owner holds.
    virtual void contended(owner_id owner) noexcept = 0;
};

/// All of it, and who this client is. The references outlive the engine.
struct context {
    port::loop& loop;
    time_source& time;
    entropy& chance;
    listener& events;
    label who{};                                       ///< The client's own label.
    std::chrono::milliseconds connect_timeout{5'000};  ///< Bound for opening and for one engine operation.
};

}  // namespace port
}  // namespace v0
}  // namespace interlock
