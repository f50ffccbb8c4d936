// SPDX-License-Identifier: Apache-2.0
/// @file
/// So many at a time, and no more, across processes and machines.
#pragma once

#include <interlock/config.hpp>
#include <interlock/detail/lockable.hpp>
#include <interlock/hold.hpp>
#include <interlock/options.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <system_error>

namespace interlock {
inline namespace v0 {

class client;

/// A number of permits under one name. A `hold` has one or several of them, for as long as it lives.
///
/// Made by `client::semaphore`. Permits are leased: those of a crashed or frozen holder come back when its
/// lease ends, so the number in use is never wrong for long and never above the limit.
///
/// *Several at once:* `permits(n).acquire()` takes n of them, all or nothing.
/// *Order:* first come, first served: a large request is not starved by small ones that come later.
/// *Limit:* stored with the semaphore by the first acquisition ever. An object that says another limit fails
/// with `errc::limit_mismatch`; one made without a limit takes the stored one. Once an object has acquired,
/// it follows `resize`. Any thread may give a hold back.
///
/// *Threads:* all functions but move may be called from any thread at the same time.
/// *Options:* `linger` and `local_handovers` have no effect: every hold is a claim of its own.
///
/// @code
/// auto downloads = locks.semaphore("downloads", 3);
/// auto one = downloads.acquire();                  // one permit
/// auto two = downloads.permits(2).try_acquire();   // both of the others, or none
/// @endcode
class INTERLOCK_API semaphore : public detail::lockable {
public:
    semaphore(semaphore&&) noexcept = default;
    semaphore& operator=(semaphore&&) noexcept = default;

    /// The functions of this object (`acquire`, `try_acquire_for`, `async_acquire`, …) for `count` permits at
    /// a time. Throws `error`: `errc::invalid_option` if `count` is 0 or above the limit given.
    [[nodiscard]] detail::lock_side permits(std::uint32_t count) const;

    /// Sets the limit, for all processes. Holders keep what they have; those in line who may enter now do;
    /// who asked for more than there are now fails with `errc::limit_mismatch`. Throws `error`.
    void resize(std::uint32_t limit);
    void resize(std::uint32_t limit, std::error_code& ec) noexcept;

private:
    friend class client;
    using detail::lockable::lockable;
};

}  // namespace v0
}  // namespace interlock
