// SPDX-License-Identifier: Apache-2.0
/// @file
/// The values that pass through the engine port: claims going in, grants and answers coming out.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/clock.hpp>
#include <interlock/detail/unique_function.hpp>
#include <interlock/error.hpp>

#include <array>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace interlock {
inline namespace v0 {
namespace port {

/// A random 128-bit id, drawn anew for each acquisition. It is both the request id (a repeated request
/// with the same id is the same request) and the owner that every release and renewal compares.
struct owner_id {
    std::array<std::uint8_t, 16> bytes{};

    auto operator<=>(const owner_id&) const = default;
    /// 32 lower-case hexadecimal digits.
    [[nodiscard]] INTERLOCK_API std::string hex() const;
};

/// One name of a claim.
struct item {
    std::string name{};
    mode how = mode::exclusive;
    std::uint32_t permits = 1;  ///< How many permits (mode permits), at most `limit`.
    /// All permits there are (mode permits). Stored by the first claim; later ones must agree
    /// (`errc::limit_mismatch`). 0: as stored, and a mismatch if none is stored.
    std::uint32_t limit = 1;
};

/// A request for one or several names, all or nothing.
struct claim {
    owner_id owner{};
    std::vector<item> items{};  ///< 1 to `capabilities::max_items`, names distinct.
    std::chrono::milliseconds lease{30'000};
    bool wait = true;  ///< False: answer `busy` instead of queueing.
    interlock::order order = interlock::order::fair;
    std::string label{};  ///< `label` as text, kept for `inspect`. At most 512 bytes.
    /// Other holds of the thread that will wait for this one: how engines see who waits for whom. Only used
    /// when the claim has to wait. At most 64.
    std::vector<owner_id> holding{};
    /// Answer `errc::deadlock` instead of queueing if that would close a cycle of waiting threads. False: it
    /// waits, and the cycle can be seen by `inspect`.
    bool refuse_deadlock = true;
};

/// A change of a hold's mode. The hold keeps its owner.
struct conversion {
    owner_id owner{};
    mode to = mode::shared;
    bool wait = false;  ///< To exclusive: wait for other holders to leave; false: answer `busy` instead.
    std::vector<owner_id> holding{};  ///< As in `claim`, other than this hold itself.
    bool refuse_deadlock = true;      ///< As in `claim`.
};

/// How an operation ended.
enum class status : std::uint8_t {
    done,     ///< It happened: granted, renewed, released, read, written.
    busy,     ///< Not granted, nothing left behind (claims that do not wait).
    lost,     ///< The engine no longer has this owner's hold.
    unknown,  ///< Sent, no answer. The engine may have acted; the same request may be repeated.
    error,    ///< It did not happen; `why` tells.
};

/// What the engine gave.
struct grant {
    std::vector<std::uint64_t> fences{};  ///< One for each item, in the claim's order. Below 2^55.
    boot_clock::time_point until{};       ///< The engine surely honours the hold until here (before margins).
    bool contended = false;               ///< Other claims wait for one of these names.
};

struct acquire_answer {
    status what = status::error;
    grant got{};    ///< With `done`.
    failure why{};  ///< With `unknown` and `error`.
};

/// The answer to `release`, `withdraw` and `evict`.
struct plain_answer {
    status what = status::error;
    failure why{};
};

struct renewal {
    owner_id owner{};
    std::chrono::milliseconds lease{0};
};

struct renew_answer {
    status what = status::error;  ///< Each hold of the batch has its own.
    owner_id owner{};
    boot_clock::time_point until{};  ///< With `done`.
    bool contended = false;
    failure why{};
};

/// Which claims to show.
struct filter {
    std::optional<std::string> name{};  ///< Only this name; else all names.
    std::size_t most = 1000;            ///< At most this many claims.
};

struct inspect_answer {
    status what = status::error;
    std::vector<claim_info> claims{};  ///< By name, holders first, then in line. Fences are engine numbers.
    failure why{};
};

/// A small named value. Its version starts at 1 and grows by one with every write, deletion included.
struct cell {
    std::optional<std::string> value{};  ///< Absent: never written (version 0) or deleted. At most 64 KiB.
    std::uint64_t version = 0;
    std::uint64_t fence = 0;  ///< The highest fence that a write to it carried.
};

struct cell_write {
    owner_id request{};  ///< Repeating the last write's request answers it again.
    std::string name{};
    std::optional<std::string> value{};       ///< Absent: delete.
    std::optional<std::uint64_t> expected{};  ///< Write only if the version is this; absent: always.
    std::uint64_t fence = 0;                  ///< Write only if >= the cell's fence; 0: do not check.
};

struct cell_answer {
    status what = status::error;  ///< `error` with `errc::conflict` or `errc::stale`: not written.
    cell now{};                   ///< The cell as it is after the operation, also on conflict and stale.
    failure why{};
};

template <class Answer>
using handler = detail::unique_function<void(Answer)>;

/// What an engine can do, and its limits.
struct capabilities {
    bool shared = false;
    bool upgradeable = false;  ///< The upgradeable mode, and `convert`.
    bool permits = false;
    bool resize = false;
    bool deadlock = false;  ///< Sees cycles; else `claim::holding` is ignored.
    bool fair = false;
    bool barging = false;
    bool inspect = false;
    bool evict = false;
    bool cells = false;
    bool watch = false;
    bool contention = false;    ///< Calls `listener::contended`; else the core assumes others wait.
    std::size_t max_items = 1;  ///< Names in one claim.
    std::chrono::milliseconds min_lease{100};
    std::chrono::milliseconds max_lease{24 * 3600 * 1000};
    unsigned local_fence_bits = 8;  ///< Low bits left for local holders; 0: no local hand-over.
};

}  // namespace port
}  // namespace v0
}  // namespace interlock

template <>
struct std::hash<interlock::port::owner_id> {
    std::size_t operator()(const interlock::port::owner_id& id) const noexcept {
        std::size_t out = 0;  // The bytes are random already: any of them will do.
        std::memcpy(&out, id.bytes.data(), sizeof out);
        return out;
    }
};
