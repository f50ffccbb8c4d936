// SPDX-License-Identifier: Apache-2.0
/// @file
/// The acquiring functions that all lock handles share: blocking, timed, cancellable, each with an
/// error-code twin.
#pragma once

#include <interlock/config.hpp>
#include <interlock/error.hpp>
#include <interlock/hold.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {

class lock_handle;

/// How an attempt ended: `got` if it won, `why` if it failed, neither if the lock is busy.
struct attempt {
    hold got;
    failure why;
};

/// How long to wait: absent = as the options say; zero = one attempt.
using patience = std::optional<std::chrono::nanoseconds>;

/// Any duration as nanoseconds, cut to a range in which arithmetic cannot overflow (about 73 years).
template <class Rep, class Period>
[[nodiscard]] constexpr std::chrono::nanoseconds bounded(std::chrono::duration<Rep, Period> d) {
    using namespace std::chrono;
    constexpr auto most = duration_cast<nanoseconds>(hours{24 * 365 * 73});
    // In floating point, because `hours::max()` and the like do not fit into nanoseconds.
    if (duration<long double, std::nano>{d} > most) return most;
    return d > d.zero() ? ceil<nanoseconds>(d) : nanoseconds{0};
}

/// What is left until `when`, cut in the same way.
template <class Clock, class Duration>
[[nodiscard]] std::chrono::nanoseconds time_until(std::chrono::time_point<Clock, Duration> when) {
    using precise = std::chrono::duration<long double, std::nano>;
    return bounded(precise{when.time_since_epoch()} - precise{Clock::now().time_since_epoch()});
}

/// Base of the lock handles. Not for direct use.
///
/// *Threads:* all functions may be called from any thread at the same time.
/// *Errors:* throwing functions throw `interlock::error`; their twins set `ec` instead (cleared on success
/// and on busy) and return an empty hold, `nullopt` or `false`. If a function throws, nothing is held.
/// *Cancellation:* a stop request ends the wait with `errc::canceled`; nothing is left behind in the line.
class INTERLOCK_API lockable {
public:
    /// Waits for the lock, at most `lock_options::wait`.
    [[nodiscard]] hold acquire(std::stop_token stop = {});
    [[nodiscard]] hold acquire(std::error_code& ec, std::stop_token stop = {}) noexcept;

    /// One attempt; `nullopt` if the lock is busy. Costs one round trip to the engine.
    [[nodiscard]] std::optional<hold> try_acquire();
    [[nodiscard]] std::optional<hold> try_acquire(std::error_code& ec) noexcept;

    /// Waits at most `time`; `nullopt` if the lock is still busy then. Zero or less: one attempt.
    template <class Rep, class Period>
    [[nodiscard]] std::optional<hold> try_acquire_for(std::chrono::duration<Rep, Period> time,
                                                      std::stop_token stop = {}) {
        return value(attempt_for(bounded(time), std::move(stop)));
    }
    template <class Rep, class Period>
    [[nodiscard]] std::optional<hold> try_acquire_for(std::chrono::duration<Rep, Period> time,
                                                      std::error_code& ec, std::stop_token stop = {}) {
        return value(attempt_for(bounded(time), std::move(stop)), ec);
    }

    /// Waits until `when` on the clock that it is told in.
    template <class Clock, class Duration>
    [[nodiscard]] std::optional<hold> try_acquire_until(std::chrono::time_point<Clock, Duration> when,
                                                        std::stop_token stop = {}) {
        return try_acquire_for(time_until(when), std::move(stop));
    }
    template <class Clock, class Duration>
    [[nodiscard]] std::optional<hold> try_acquire_until(std::chrono::time_point<Clock, Duration> when,
                                                        std::error_code& ec, std::stop_token stop = {}) {
        return try_acquire_for(time_until(when), ec, std::move(stop));
    }

    /// The asynchronous forms; include <interlock/asio.hpp>, where they are described.
    template <class... Args>
    auto async_acquire(Args&&... args);
    template <class Rep, class Period, class... Args>
    auto async_try_acquire_for(std::chrono::duration<Rep, Period> time, Args&&... args);

    /// The lock's name.
    [[nodiscard]] const std::string& name() const noexcept;

protected:
    explicit lockable(std::shared_ptr<lock_handle> handle) noexcept : handle_{std::move(handle)} {}
    lockable(lockable&&) noexcept = default;
    lockable& operator=(lockable&&) noexcept = default;
    ~lockable() = default;

    [[nodiscard]] attempt attempt_for(patience wait, std::stop_token stop);
    static std::optional<hold> value(attempt&& tried);
    static std::optional<hold> value(attempt&& tried, std::error_code& ec) noexcept;

    std::shared_ptr<lock_handle> handle_;
};

/// One side of a lock (reading, upgradeable, so many permits) with all acquiring functions. Only a reference:
/// it does not hold anything itself.
class INTERLOCK_API lock_side : public lockable {
public:
    explicit lock_side(std::shared_ptr<lock_handle> handle) noexcept : lockable{std::move(handle)} {}
    lock_side(lock_side&&) noexcept = default;
    lock_side& operator=(lock_side&&) noexcept = default;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
