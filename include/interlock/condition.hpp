// SPDX-License-Identifier: Apache-2.0
/// @file
/// A condition variable across processes, in the shape of `std::condition_variable_any`.
#pragma once

#include <interlock/client.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/async_call.hpp>
#include <interlock/detail/cell_handle.hpp>
#include <interlock/hold.hpp>
#include <interlock/options.hpp>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {
struct condition_state;
struct condition_place;
}  // namespace detail

/// Waiters of all processes stand in one line. A waiter stands in it before it unlocks, so that no
/// notification given after that is missed.
///
/// Use it with the lock that protects what is waited for (an `interlock::mutex` when processes share it):
/// any *BasicLockable* will do. As with the standard's, a wait may end without a notification, so give a
/// predicate or look again. That happens for instance when a waiter was frozen for longer than its lease.
///
/// *Waiters that die.* `notify_one` passes over waiters that have died. One that dies after it was notified
/// and before it went on has its notification passed to the next, within a lease (`lock_options::lease`,
/// from the next waiter's options) after its own has ended.
///
/// Made by `client::condition`; making one costs no message. Of `lock_options` only `lease` and `label` are
/// used. At most 3000 may wait at a time (`errc::unavailable` beyond); each notification is seen by all of
/// them, so it is for tens of waiters rather than thousands.
///
/// *Errors:* functions throw `error`: `errc::unavailable`, `errc::unknown_outcome`. If a wait throws after it
/// has unlocked it locks again first; what that `lock()` throws is passed on, and then it is not locked.
/// *Threads:* all functions may be called from any thread at the same time. *Asynchronous form*
/// (`async_wait`): <interlock/asio/cells.hpp>.
///
/// @code
/// auto jobs = locks.mutex("jobs");
/// auto arrived = locks.condition("jobs/arrived");
/// std::unique_lock guard{jobs};
/// arrived.wait(guard, [&] { return !empty(); });
/// @endcode
class INTERLOCK_API condition {
public:
    /// Wakes one that waits, the first in line that lives; nobody if nobody waits.
    void notify_one();
    void notify_one(std::error_code& ec) noexcept;
    /// Wakes all that wait.
    void notify_all();
    void notify_all(std::error_code& ec) noexcept;

    /// Unlocks, waits for a notification and locks again. *Requires:* `lock` is locked.
    template <class Lock>
    void wait(Lock& lock) {
        wait_once(lock, {}, {});
    }
    template <class Lock, class Predicate>
    void wait(Lock& lock, Predicate ready) {
        while (!ready()) wait_once(lock, {}, {});
    }

    /// The same for at most `time`.
    template <class Lock, class Rep, class Period>
    std::cv_status wait_for(Lock& lock, std::chrono::duration<Rep, Period> time) {
        return wait_once(lock, detail::bounded(time), {}) ? std::cv_status::no_timeout
                                                          : std::cv_status::timeout;
    }
    template <class Lock, class Clock, class Duration>
    std::cv_status wait_until(Lock& lock, std::chrono::time_point<Clock, Duration> when) {
        return wait_for(lock, detail::time_until(when));
    }
    /// With a predicate: whether it is true in the end.
    template <class Lock, class Rep, class Period, class Predicate>
    bool wait_for(Lock& lock, std::chrono::duration<Rep, Period> time, Predicate ready) {
        return wait_until(lock, detail::from_now(detail::bounded(time)), std::move(ready));
    }
    template <class Lock, class Clock, class Duration, class Predicate>
    bool wait_until(Lock& lock, std::chrono::time_point<Clock, Duration> when, Predicate ready) {
        return wait_until(lock, {}, when, std::move(ready));
    }

    /// The same until `stop` is requested. As with the standard's, that is no error: the result is the
    /// predicate's.
    template <class Lock, class Predicate>
    bool wait(Lock& lock, std::stop_token stop, Predicate ready) {
        while (!ready()) {
            if (stop.stop_requested()) return false;
            wait_once(lock, {}, stop);
        }
        return true;
    }
    template <class Lock, class Rep, class Period, class Predicate>
    bool wait_for(Lock& lock, std::stop_token stop, std::chrono::duration<Rep, Period> time,
                  Predicate ready) {
        return wait_until(lock, std::move(stop), detail::from_now(detail::bounded(time)), std::move(ready));
    }
    template <class Lock, class Clock, class Duration, class Predicate>
    bool wait_until(Lock& lock, std::stop_token stop, std::chrono::time_point<Clock, Duration> when,
                    Predicate ready) {
        while (!ready()) {
            if (stop.stop_requested()) return false;
            if (!wait_once(lock, detail::time_until(when), stop)) return ready();
        }
        return true;
    }

    /// The asynchronous form; include <interlock/asio/cells.hpp>, where it is described.
    template <class Lock, class... Args>
    auto async_wait(Lock& lock, hold held, Args&&... args);
    template <class... Args>
    auto async_notify_one(Args&&... args);
    template <class... Args>
    auto async_notify_all(Args&&... args);

    /// Its name.
    [[nodiscard]] std::string name() const;

private:
    friend class client;
    using state = std::shared_ptr<const detail::condition_state>;
    using place = std::shared_ptr<detail::condition_place>;
    explicit condition(state of) noexcept : state_{std::move(of)} {}

    /// True unless the time was over, or stop requested, before a notification came.
    template <class Lock>
    bool wait_once(Lock& lock, detail::patience time, std::stop_token stop) {
        const auto mine = stand_in_line();
        lock.unlock();
        bool notified = false;
        std::exception_ptr failed;
        try {
            notified = wait_in_line(mine, time, std::move(stop));
        } catch (...) {
            failed = std::current_exception();
        }
        lock.lock();
        if (failed) std::rethrow_exception(failed);
        return notified;
    }
    [[nodiscard]] place stand_in_line() const;
    [[nodiscard]] bool wait_in_line(const place& mine, detail::patience time, std::stop_token stop) const;

    using async_call = std::shared_ptr<detail::async_call>;
    static void start_standing(const state& of, const async_call& by, detail::on_result<place> then);
    static void start_waiting(const state& of, const async_call& by, place mine,
                              detail::on_result<bool> then);
    template <class Lock>
    struct waiting_operation;
    enum class whom : std::uint8_t { one, all };
    static void start_notify(const state& of, const async_call& by, whom to_wake,
                             detail::on_result<detail::nothing> then);

    state state_;
};

}  // namespace v0
}  // namespace interlock
