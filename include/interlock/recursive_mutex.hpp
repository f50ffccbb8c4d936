// SPDX-License-Identifier: Apache-2.0
/// @file
/// A mutex that its holding thread may take again.
#pragma once

#include <interlock/mutex.hpp>

namespace interlock {
inline namespace v0 {

/// Like `mutex`, but bound to the thread: a thread that holds the name through any `recursive_mutex` of the
/// same client takes it again at once, without a message, and gets the same fence. The lock is
/// released with the last of its holds. It excludes every `mutex` of the same name.
///
/// Release on the thread that acquired. A hold moved to another thread still counts for the thread that
/// took it. Not for coroutines that change threads: use `mutex` there.
///
/// *Threads:* all functions but move may be called from any thread at the same time.
///
/// @code
/// auto account = locks.recursive_mutex("account/7");
/// std::scoped_lock outer{account};
/// std::scoped_lock inner{account};                 // same thread: no wait, no message
/// @endcode
class INTERLOCK_API recursive_mutex : public detail::standard_lockable {
public:
    recursive_mutex(recursive_mutex&&) noexcept = default;
    recursive_mutex& operator=(recursive_mutex&&) noexcept = default;

    /// A coroutine has no thread to be bound to.
    template <class... Args>
    auto async_acquire(Args&&...) = delete;
    template <class... Args>
    auto async_try_acquire_for(Args&&...) = delete;

private:
    friend class client;
    using detail::standard_lockable::standard_lockable;
};

}  // namespace v0
}  // namespace interlock
