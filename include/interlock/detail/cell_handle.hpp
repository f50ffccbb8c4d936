// SPDX-License-Identifier: Apache-2.0
/// @file
/// The compiled side of `cell<T>`: the same with text for a value.
#pragma once

#include <interlock/clock.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/async_call.hpp>
#include <interlock/detail/lockable.hpp>
#include <interlock/detail/unique_function.hpp>
#include <interlock/error.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace interlock {
inline namespace v0 {
namespace detail {

class session;

/// A cell as it is.
struct cell_text {
    std::optional<std::string> value{};
    std::uint64_t version = 0;
    std::uint64_t fence = 0;
};

/// What to write, and when only; as `port::cell_write`.
struct cell_change {
    std::optional<std::string> value{};       ///< Absent: delete.
    std::optional<std::uint64_t> expected{};  ///< Only if the version is this.
    std::uint64_t fence = 0;                  ///< Only if no newer one was seen; 0: not checked.
};

/// The cell after an attempt to write it, and whether it was written.
struct cell_outcome {
    cell_text now{};
    bool written = false;
};

/// A change that depends on what is there.
struct cell_update {
    unique_function<std::optional<std::string>(const cell_text&)> next{};  ///< `nullopt`: leave it alone.
    std::uint64_t fence = 0;
    unsigned tries = 64;
};

/// The result of an asynchronous call that gives nothing but an error code.
struct nothing {};

template <class Result>
using on_result = unique_function<void(failure, Result)>;

/// The time that it is in `time`.
[[nodiscard]] INTERLOCK_API boot_clock::time_point from_now(std::chrono::nanoseconds time) noexcept;

/// A subscription to the changes of a cell; see `cell_watch`.
class cell_subscription;

/// One cell of one client. *Threads:* all functions may be called from any thread at the same time.
class INTERLOCK_API cell_handle : public std::enable_shared_from_this<cell_handle> {
public:
    cell_handle(std::shared_ptr<session> in, const std::string& name);
    ~cell_handle();

    // Blocking; these throw `error`.
    [[nodiscard]] cell_text load() const;
    cell_outcome write(cell_change change) const;
    cell_outcome update(cell_update how) const;
    /// The cell once its version is above `after`; `nullopt` when the time is over.
    [[nodiscard]] std::optional<cell_text> wait(std::uint64_t after, patience time,
                                                std::stop_token stop) const;

    // Asynchronous: `then` runs on the client's loop, unless the call throws.
    void start_load(std::shared_ptr<async_call> call, on_result<cell_text> then) const;
    void start_write(std::shared_ptr<async_call> call, cell_change change,
                     on_result<cell_outcome> then) const;
    void start_update(std::shared_ptr<async_call> call, cell_update how, on_result<cell_outcome> then) const;
    void start_wait(std::shared_ptr<async_call> call, std::uint64_t after, patience time,
                    on_result<std::optional<cell_text>> then) const;

    /// Calls `changed` for the changes after version `after`, on a thread of its own.
    [[nodiscard]] std::shared_ptr<cell_subscription> subscribe(
        std::uint64_t after, std::function<void(const cell_text&)> changed) const;

    /// The name that the user gave.
    [[nodiscard]] std::string name() const;

    /// Throws `errc::protocol`: what is stored is not a `T`.
    [[noreturn]] void refuse(const std::string& stored) const;

private:
    const std::shared_ptr<session> session_;
    const std::string key_;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
