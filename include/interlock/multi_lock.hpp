// SPDX-License-Identifier: Apache-2.0
/// @file
/// Several locks at once, all or nothing.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/clock.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/lockable.hpp>
#include <interlock/detail/noted.hpp>
#include <interlock/hold.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace interlock {
inline namespace v0 {

class client;
class multi_hold;

namespace detail {
class multi_attempt;
class multi_tenancy;

/// How an attempt at several locks ended, as `attempt`.
struct multi_result;
}  // namespace detail

/// One of the locks that a `multi_lock` takes.
struct lock_request {
    std::string name{};
    mode how = mode::exclusive;
    std::uint32_t permits = 1;  ///< With mode permits: how many …
    std::uint32_t limit = 0;    ///< … of how many in all; 0: as stored.
};

/// All the locks of one acquisition: move-only, released together. As `hold`, but for several names.
///
/// *Threads:* const functions may be called from any thread; others from one thread at a time.
class INTERLOCK_API multi_hold {
public:
    multi_hold() noexcept;
    multi_hold(multi_hold&&) noexcept;
    multi_hold& operator=(multi_hold&&) noexcept;
    /// Puts the releases on their way and returns.
    ~multi_hold();

    /// True until released, moved from, or default-made.
    [[nodiscard]] explicit operator bool() const noexcept { return !parts_.empty(); }

    /// The fence of one of the names; 0 if it is not among them. Where two engines have the same name, the
    /// first one's.
    [[nodiscard]] std::uint64_t fence(std::string_view name) const noexcept;

    /// Whether all of them are surely ours at this moment.
    [[nodiscard]] bool valid() const noexcept;
    /// Until when all of them are without further renewal.
    [[nodiscard]] boot_clock::time_point valid_until() const noexcept;

    /// Stop is requested when any of them is lost.
    [[nodiscard]] std::stop_token lost() const noexcept;
    /// Calls `action` once if any of them is lost, as `hold::on_lost`.
    void on_lost(std::function<void()> action);

    /// Releases all and waits for the answers. Throws the first failure, after all were tried.
    void release();
    void release(std::error_code& ec) noexcept;

private:
    friend class multi_lock;
    friend class detail::multi_attempt;
    explicit multi_hold(std::vector<hold> parts);
    [[nodiscard]] failure release_all() noexcept;

    struct watch;
    std::vector<hold> parts_;  // One for each claim, in the order they were taken.
    std::unique_ptr<watch> watch_;
};

namespace detail {
struct multi_result {
    multi_hold got{};
    failure why{};
};
}  // namespace detail

/// A handle to several locks, to be taken together.
///
/// Made by `client::multi_lock` from names and modes, on one engine, or by `combine` from several of them,
/// also of different engines. All names of one engine are taken in one step (up to the engine's number of
/// names in a claim); otherwise engine after engine in one order that is the same in every process, and what
/// was taken is given back if a later one fails. So programs that take their locks by `multi_lock` never wait
/// for each other in a circle, and nobody ever sees half of it left behind.
///
/// Meets *TimedLockable*: `std::scoped_lock` and `std::unique_lock` work.
///
/// *Time:* one deadline for the whole. *Cancellation:* as for `mutex`. *Threads:* all functions but move may
/// be called from any thread at the same time.
///
/// @code
/// auto transfer = locks.multi_lock({{"account/1"}, {"account/2"}, {"ledger", interlock::mode::shared}});
/// auto held = transfer.acquire();
/// write_with(held.fence("account/1"));
/// @endcode
class INTERLOCK_API multi_lock {
public:
    multi_lock(multi_lock&&) noexcept;
    multi_lock& operator=(multi_lock&&) noexcept;
    ~multi_lock();

    /// All of them as one lock. Throws `error` `errc::invalid_option` if a name of one engine comes twice.
    [[nodiscard]] static multi_lock combine(std::vector<multi_lock> locks);

    /// Waits for all of them, at most `lock_options::wait` (the shortest of the parts).
    [[nodiscard]] multi_hold acquire(std::stop_token stop = {});
    [[nodiscard]] multi_hold acquire(std::error_code& ec, std::stop_token stop = {}) noexcept;

    /// One attempt; `nullopt` if one of them is busy.
    [[nodiscard]] std::optional<multi_hold> try_acquire();
    [[nodiscard]] std::optional<multi_hold> try_acquire(std::error_code& ec) noexcept;

    /// Waits at most `time`; `nullopt` if they were not all free then.
    template <class Rep, class Period>
    [[nodiscard]] std::optional<multi_hold> try_acquire_for(std::chrono::duration<Rep, Period> time,
                                                            std::stop_token stop = {}) {
        return value(attempt_for(detail::bounded(time), std::move(stop)));
    }
    template <class Rep, class Period>
    [[nodiscard]] std::optional<multi_hold> try_acquire_for(std::chrono::duration<Rep, Period> time,
                                                            std::error_code& ec, std::stop_token stop = {}) {
        return detail::noted(ec, [&] { return try_acquire_for(time, std::move(stop)); });
    }
    template <class Clock, class Duration>
    [[nodiscard]] std::optional<multi_hold> try_acquire_until(std::chrono::time_point<Clock, Duration> when,
                                                              std::stop_token stop = {}) {
        return try_acquire_for(detail::time_until(when), std::move(stop));
    }
    template <class Clock, class Duration>
    [[nodiscard]] std::optional<multi_hold> try_acquire_until(std::chrono::time_point<Clock, Duration> when,
                                                              std::error_code& ec,
                                                              std::stop_token stop = {}) {
        return try_acquire_for(detail::time_until(when), ec, std::move(stop));
    }

    /// The asynchronous forms; include <interlock/asio.hpp>, where they are described.
    template <class... Args>
    auto async_acquire(Args&&... args);
    template <class Rep, class Period, class... Args>
    auto async_try_acquire_for(std::chrono::duration<Rep, Period> time, Args&&... args);

    // The standard's Lockable family: this object keeps what it took.
    void lock();
    void lock(std::error_code& ec) noexcept;
    [[nodiscard]] bool try_lock();
    [[nodiscard]] bool try_lock(std::error_code& ec) noexcept;
    template <class Rep, class Period>
    [[nodiscard]] bool try_lock_for(std::chrono::duration<Rep, Period> time) {
        return keep(try_acquire_for(time));
    }
    template <class Clock, class Duration>
    [[nodiscard]] bool try_lock_until(std::chrono::time_point<Clock, Duration> when) {
        return keep(try_acquire_until(when));
    }
    void unlock() noexcept;

private:
    friend class client;
    friend class detail::async_access;
    struct state;
    explicit multi_lock(std::vector<std::shared_ptr<detail::lock_handle>> parts);
    [[nodiscard]] detail::multi_result attempt_for(detail::patience wait, std::stop_token stop);
    [[nodiscard]] static std::optional<multi_hold> value(detail::multi_result&& tried);
    bool keep(std::optional<multi_hold> taken);
    std::unique_ptr<state> state_;
};

}  // namespace v0
}  // namespace interlock
