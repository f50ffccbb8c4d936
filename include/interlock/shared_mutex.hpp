// SPDX-License-Identifier: Apache-2.0
/// @file
/// Readers together, writers alone, across processes and machines, in the shape of `std::shared_timed_mutex`.
#pragma once

#include <interlock/config.hpp>
#include <interlock/detail/lockable.hpp>
#include <interlock/hold.hpp>
#include <interlock/mutex.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <system_error>

namespace interlock {
inline namespace v0 {

class client;

namespace detail {

/// The standard's SharedTimedLockable family. Base of `shared_mutex` and `recursive_shared_mutex`.
class INTERLOCK_API standard_shared_lockable : public standard_lockable {
public:
    /// Waits to read. Throws `error`; nothing is held then.
    void lock_shared();
    void lock_shared(std::error_code& ec) noexcept;

    /// One attempt, one round trip.
    [[nodiscard]] bool try_lock_shared();
    [[nodiscard]] bool try_lock_shared(std::error_code& ec) noexcept;

    template <class Rep, class Period>
    [[nodiscard]] bool try_lock_shared_for(std::chrono::duration<Rep, Period> time) {
        return keep_shared(shared_.try_acquire_for(time));
    }
    template <class Clock, class Duration>
    [[nodiscard]] bool try_lock_shared_until(std::chrono::time_point<Clock, Duration> when) {
        return keep_shared(shared_.try_acquire_until(when));
    }

    /// Puts the release on its way and returns. *Requires:* this thread locked it shared through this object;
    /// another thread's is given up if it did not; if there is none, nothing happens.
    void unlock_shared() noexcept;

    /// The reading side with the same functions as the lock itself: `shared().acquire()`,
    /// `shared().try_acquire_for(1s)`, `shared().async_acquire()`; the `hold` is in mode shared.
    [[nodiscard]] lock_side& shared() noexcept { return shared_; }

protected:
    standard_shared_lockable(std::shared_ptr<lock_handle> writing, std::shared_ptr<lock_handle> reading);
    standard_shared_lockable(standard_shared_lockable&&) noexcept;
    standard_shared_lockable& operator=(standard_shared_lockable&&) noexcept;
    ~standard_shared_lockable();

    bool keep_shared(std::optional<hold> taken);

    lock_side shared_;
    std::unique_ptr<held_locks> reading_;
};
}  // namespace detail

/// A lock that many readers, or one writer, have at a time, wherever they run.
///
/// Made by `client::shared_mutex`. Meets the standard's *SharedTimedLockable*: `std::shared_lock` reads,
/// `std::unique_lock` and `std::scoped_lock` write; or use `shared().acquire()` and `acquire()` for a `hold`
/// of your own. It excludes every `mutex` of the same name.
///
/// *Order:* first come, first served among all processes; readers at the head of the line enter together. A
/// reader that comes after a waiting writer waits behind it, so neither side starves.
/// *Leases:* each reader has a lease of its own. One that dies stands in the way of writers for its own lease
/// at most, and of nobody else's.
/// *Changing sides:* a `hold` can be downgraded at once, or upgraded: see `hold`. For "read, then perhaps
/// write" take `upgradeable()`: it goes together with readers but not with another of its kind, so its
/// upgrade always comes through once the readers have left.
/// A thread that reads and asks to write as well waits for itself: that is `errc::deadlock`.
///
/// *Threads:* all functions but move may be called from any thread at the same time.
/// *Options:* `linger` and `local_handovers` have no effect: every hold is a claim of its own.
///
/// @code
/// auto catalog = locks.shared_mutex("catalog");
/// { std::shared_lock reading{catalog}; … }
/// { std::scoped_lock writing{catalog}; … }
/// auto maybe = catalog.upgradeable().acquire();    // reads beside other readers …
/// if (outdated) maybe.upgrade();                   // … and becomes the writer
/// @endcode
class INTERLOCK_API shared_mutex : public detail::standard_shared_lockable {
public:
    shared_mutex(shared_mutex&&) noexcept = default;
    shared_mutex& operator=(shared_mutex&&) noexcept = default;

    /// The upgradeable side; as `shared()`. Throws `error`: `errc::unsupported` on an engine without it.
    [[nodiscard]] detail::lock_side& upgradeable();

    /// What `lock()` took becomes what `lock_shared()` takes, to be given up by `unlock_shared()`. Throws
    /// `error`: `errc::lost`, also if it is not locked through this object.
    void downgrade();
    /// What `lock_shared()` took becomes what `lock()` takes, if no other reader is there; else false.
    [[nodiscard]] bool try_upgrade();

private:
    friend class client;
    shared_mutex(std::shared_ptr<detail::lock_handle> writing, std::shared_ptr<detail::lock_handle> reading,
                 std::shared_ptr<detail::lock_handle> upgrading);
    std::optional<detail::lock_side> upgradeable_;
};

}  // namespace v0
}  // namespace interlock
