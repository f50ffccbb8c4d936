// SPDX-License-Identifier: Apache-2.0
/// @file
/// What can go wrong, as `std::error_code` and as an exception.
///
/// "Busy" is not among them: a lock that somebody else has is a value (`false`, `nullopt`).
#pragma once

#include <interlock/config.hpp>

#include <string>
#include <system_error>
#include <type_traits>

namespace interlock {
inline namespace v0 {

/// The conditions that every engine reports its failures under.
enum class errc {
    /// A lock or cell name is empty, over 512 bytes, not UTF-8, or has control characters.
    invalid_name = 1,
    /// An option or duration is out of its range; the message names the field and the range.
    invalid_option,
    /// The engine URL cannot be understood; the message says which part and suggests the nearest.
    invalid_url,
    /// The engine cannot do this; told when the object is made, not when it is used.
    unsupported,
    /// The engine cannot be reached, opened or used; nothing was acquired.
    unavailable,
    /// The engine's data cannot be trusted or is not ours: corrupt, read-only, wrong schema, network disk.
    refused,
    /// The time to wait ended. Only `lock()` and `acquire()` with `lock_options::wait` report it.
    timed_out,
    /// The caller asked to stop waiting (stop token, cancellation slot).
    canceled,
    /// The hold is no longer ours: its lease ended, somebody evicted it, or the engine forgot it.
    lost,
    /// The request was sent but its outcome is not known. It has been undone as far as possible.
    unknown_outcome,
    /// Waiting would close a cycle of holders that wait for each other.
    deadlock,
    /// A guarded write carried an older fence than one already seen.
    stale,
    /// A conditional write found another version than expected.
    conflict,
    /// The limit given for a semaphore disagrees with the stored one.
    limit_mismatch,
    /// This object belongs to the parent process; make a new client after `fork()`.
    forked,
    /// The client has been closed.
    closed,
    /// The engine answered something that makes no sense.
    protocol,
};

/// The category of `errc`; its name is `"interlock"`.
[[nodiscard]] INTERLOCK_API const std::error_category& error_category() noexcept;

/// Found by argument-dependent lookup, so that `ec == interlock::errc::lost` reads as it should.
[[nodiscard]] INTERLOCK_API std::error_code make_error_code(errc code) noexcept;

/// A failure as a value: the code to branch on and a sentence for people, which names the lock or field
/// concerned and what to do. Never contains a secret.
struct failure {
    std::error_code code{};
    std::string message{};

    /// True when there is a failure.
    [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(code); }
};

/// Makes a failure; `message` is shown to people as it is.
[[nodiscard]] INTERLOCK_API failure fail(errc code, std::string message);

/// The one exception type that Interlock throws (besides `std::bad_alloc`).
///
/// `code()` holds an `errc`; `what()` is the failure's message followed by the code's own text.
class INTERLOCK_API error : public std::system_error {
public:
    explicit error(const failure& why);
};

}  // namespace v0
}  // namespace interlock

template <>
struct std::is_error_code_enum<interlock::errc> : std::true_type {};
