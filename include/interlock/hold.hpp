// SPDX-License-Identifier: Apache-2.0
/// @file
/// A lock that is held.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/clock.hpp>
#include <interlock/config.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>

namespace interlock {
inline namespace v0 {
namespace detail {
class tenancy;
class async_access;
}  // namespace detail

/// Owns one acquisition of one lock: move-only, released when destroyed.
///
/// A hold is a *lease*: it can end before it is released, when this process was frozen or cut off for
/// too long, or an operator evicted it. Three things tell: `valid()` (no message, judged by this
/// machine's boot clock, safely before the engine gives the lock away), `lost()` (a stop token), and
/// `fence()`, which lets the protected resource reject a late writer even if this process noticed nothing.
///
/// *Threads:* const functions may be called from any thread; others from one thread at a time. Holds may
/// move between threads. *After fork:* the child's copy holds nothing and does nothing.
class INTERLOCK_API hold {
public:
    /// Holds nothing.
    hold() noexcept = default;
    hold(hold&&) noexcept = default;
    /// Releases what this held before.
    hold& operator=(hold&& other) noexcept;
    /// Puts the release on its way and returns; never throws, never waits for the answer.
    ~hold();

    /// True until released, moved from, or default-made. A lost hold is still true: see `valid()`.
    [[nodiscard]] explicit operator bool() const noexcept { return tenancy_ != nullptr; }

    /// The lock's name. *Requires:* not empty.
    [[nodiscard]] const std::string& name() const noexcept;

    /// The fencing token: strictly greater than that of every earlier holder of this name, below 2^63. Send
    /// it with every write; the resource refuses a lower one than it has seen. 0 for an empty hold.
    [[nodiscard]] std::uint64_t fence() const noexcept;

    /// The fence on one of several names (`multi_lock`); 0 if `name` is not one of them.
    [[nodiscard]] std::uint64_t fence(std::string_view name) const noexcept;

    /// How it is held. *Requires:* not empty.
    [[nodiscard]] interlock::mode mode() const noexcept;

    /// Whether the lock is surely ours at this moment.
    [[nodiscard]] bool valid() const noexcept;

    /// Until when it is surely ours without further renewal: the lease, counted from before the last
    /// request was sent, less 1 % and 2 ms for clock drift.
    [[nodiscard]] boot_clock::time_point valid_until() const noexcept;

    /// Stop is requested when the hold is lost. Not requested by a release. Callbacks registered with
    /// `std::stop_callback` run on a thread of the client's that does nothing else; they should not block.
    [[nodiscard]] std::stop_token lost() const noexcept;

    /// Calls `action` once if the hold is lost, or at once if it is lost already; never after release.
    /// Replaces an earlier action. The action should not block and must not throw.
    void on_lost(std::function<void()> action);

    /// Extends the lease now. Throws `error`: `errc::lost` if it is not ours any more, `errc::unavailable` or
    /// `errc::unknown_outcome` if the engine could not be asked (it may still be valid until
    /// `valid_until()`).
    void renew();
    void renew(std::error_code& ec) noexcept;

    /// Releases and waits for the engine's answer; empty afterwards in any case. Throws `error`:
    /// `errc::lost` if it was not ours any more, `errc::unavailable` or `errc::unknown_outcome` if the
    /// engine did not answer (the release is repeated in the background until the lease is over).
    void release();
    void release(std::error_code& ec) noexcept;

    // What a hold of a `shared_mutex` can be turned into. It keeps its lease and its place: nobody else gets
    // in between. Any other hold: `errc::invalid_option`. On `errc::lost` it is not ours any more.

    /// From exclusive to `to`, or from upgradeable to shared, at once; waiting readers enter. Keeps the
    /// fence.
    void downgrade(interlock::mode to = interlock::mode::shared);
    void downgrade(std::error_code& ec) noexcept;

    /// From shared or upgradeable to exclusive if no other reader is there; false, and nothing changed, else.
    /// The fence is a new one, greater than all before.
    [[nodiscard]] bool try_upgrade();
    [[nodiscard]] bool try_upgrade(std::error_code& ec) noexcept;

    /// The same, waiting for other readers to leave; meanwhile nobody new enters. Throws `errc::deadlock` at
    /// once if another reader waits for the same: one of the two must let go. Of an upgradeable hold there is
    /// only one, so that cannot happen among those. False: not within the time; it is still held as before.
    template <class Rep, class Period>
    [[nodiscard]] bool try_upgrade_for(std::chrono::duration<Rep, Period> time, std::stop_token stop = {}) {
        return try_upgrade_within(bounded(time), std::move(stop));
    }
    template <class Rep, class Period>
    [[nodiscard]] bool try_upgrade_for(std::chrono::duration<Rep, Period> time, std::error_code& ec,
                                       std::stop_token stop = {}) {
        return try_upgrade_within(bounded(time), ec, std::move(stop));
    }
    /// The same for as long as `lock_options::wait` says (`errc::timed_out`), or for ever.
    void upgrade(std::stop_token stop = {});
    void upgrade(std::error_code& ec, std::stop_token stop = {}) noexcept;

    /// The asynchronous forms; include <interlock/asio.hpp>, where they are described.
    template <class... Args>
    auto async_downgrade(Args&&... args);
    template <class... Args>
    auto async_upgrade(Args&&... args);
    template <class... Args>
    auto async_renew(Args&&... args);
    template <class... Args>
    auto async_release(Args&&... args);

private:
    friend class detail::tenancy;
    friend class detail::async_access;
    hold(std::shared_ptr<detail::tenancy> held, interlock::mode level) noexcept
        : tenancy_{std::move(held)}, level_{level} {}
    template <class Rep, class Period>
    [[nodiscard]] static std::chrono::nanoseconds bounded(std::chrono::duration<Rep, Period> time) {
        constexpr std::chrono::hours most{24 * 365 * 73};
        return time > most ? std::chrono::nanoseconds{most}
                           : std::chrono::ceil<std::chrono::nanoseconds>(time);
    }
    [[nodiscard]] bool try_upgrade_within(std::chrono::nanoseconds time, std::stop_token stop);
    [[nodiscard]] bool try_upgrade_within(std::chrono::nanoseconds time, std::error_code& ec,
                                          std::stop_token stop) noexcept;
    std::shared_ptr<detail::tenancy> tenancy_;
    interlock::mode level_ = interlock::mode::exclusive;  // What this one stands for, of a recursive lock.
};

}  // namespace v0
}  // namespace interlock
