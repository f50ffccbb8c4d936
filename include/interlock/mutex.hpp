// SPDX-License-Identifier: Apache-2.0
/// @file
/// Mutual exclusion across processes and machines, in the shape of `std::timed_mutex`.
#pragma once

#include <interlock/config.hpp>
#include <interlock/detail/lockable.hpp>
#include <interlock/hold.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <system_error>

namespace interlock {
inline namespace v0 {

class client;

namespace detail {
class held_locks;

/// The standard's Lockable family over a handle that owns the hold. Base of `mutex` and `recursive_mutex`.
class INTERLOCK_API standard_lockable : public lockable {
public:
    /// Waits for the lock. Throws `error`; nothing is held then.
    void lock();
    void lock(std::error_code& ec) noexcept;

    /// One attempt, one round trip.
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

    /// Puts the release on its way and returns. A release that fails is repeated in the background until
    /// it is confirmed or the lease is over. *Requires:* locked through this object; else nothing happens.
    void unlock() noexcept;

    /// The fence of what `lock()` took; 0 if not locked.
    [[nodiscard]] std::uint64_t fence() const noexcept;
    /// Whether what `lock()` took is surely still ours.
    [[nodiscard]] bool valid() const noexcept;
    /// The stop token of what `lock()` took; one without state if not locked.
    [[nodiscard]] std::stop_token lost() const noexcept;

protected:
    [[nodiscard]] held_locks& held() const noexcept { return *held_; }
    explicit standard_lockable(std::shared_ptr<lock_handle> handle);
    standard_lockable(standard_lockable&&) noexcept;
    standard_lockable& operator=(standard_lockable&&) noexcept;
    ~standard_lockable();

private:
    bool keep(std::optional<hold> taken);
    std::unique_ptr<held_locks> held_;
};
}  // namespace detail

/// A lock that one holder has at a time, wherever it runs.
///
/// Made by `client::mutex`; making one costs no message. Meets the standard's *TimedLockable*, so
/// `std::scoped_lock`, `std::unique_lock`, `std::lock` and `std::condition_variable_any` work; or use
/// `acquire()` and friends for a `hold` of your own.
///
/// Ownership belongs to the object, not to the thread: any thread may unlock it, and threads that share the
/// object exclude each other. It is not recursive: a thread that locks it twice gets `errc::deadlock` where
/// the engine can tell (use `recursive_mutex`); a timed function waits. Destroying it releases what `lock()`
/// took.
///
/// *Threads:* all functions but move may be called from any thread at the same time.
/// *Order:* threads of one process queue inside it and pass the lock on among themselves, at most
/// `lock_options::local_handovers` times in a row while another process waits.
///
/// @code
/// interlock::client locks;                        // the embedded engine
/// auto orders = locks.mutex("orders/42");
/// std::scoped_lock guard{orders};
/// @endcode
class INTERLOCK_API mutex : public detail::standard_lockable {
public:
    mutex(mutex&&) noexcept = default;
    mutex& operator=(mutex&&) noexcept = default;

private:
    friend class client;
    using detail::standard_lockable::standard_lockable;
};

}  // namespace v0
}  // namespace interlock
