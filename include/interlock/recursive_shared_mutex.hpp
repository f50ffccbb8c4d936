// SPDX-License-Identifier: Apache-2.0
/// @file
/// A readers-and-writer lock that a thread may take again.
#pragma once

#include <interlock/shared_mutex.hpp>

namespace interlock {
inline namespace v0 {

/// Like `shared_mutex`, but bound to the thread: a thread that has the name through any
/// `recursive_shared_mutex` of the same client takes it again at once, without a message.
///
/// - A reader may read again, a writer may write again.
/// - A writer may also read. When it gives up writing first and still reads, the lock is downgraded: other
///   readers enter, no writer gets in between.
/// - A reader may not write: it would wait for itself. That is `errc::deadlock`, at once.
///
/// The lock is released with the last of its holds. Release on the thread that acquired.
///
/// *Threads:* all functions but move may be called from any thread at the same time.
///
/// @code
/// auto account = locks.recursive_shared_mutex("account/7");
/// std::unique_lock writing{account};
/// std::shared_lock reading{account};               // same thread: no wait, no message
/// writing.unlock();                                // reads on; others may read too
/// @endcode
class INTERLOCK_API recursive_shared_mutex : public detail::standard_shared_lockable {
public:
    recursive_shared_mutex(recursive_shared_mutex&&) noexcept = default;
    recursive_shared_mutex& operator=(recursive_shared_mutex&&) noexcept = default;

    /// A coroutine has no thread to be bound to.
    template <class... Args>
    auto async_acquire(Args&&...) = delete;
    template <class... Args>
    auto async_try_acquire_for(Args&&...) = delete;

private:
    friend class client;
    using detail::standard_shared_lockable::standard_shared_lockable;
};

}  // namespace v0
}  // namespace interlock
