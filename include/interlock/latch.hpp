// SPDX-License-Identifier: Apache-2.0
/// @file
/// A counter that opens once, for processes and machines, in the shape of `std::latch`.
#pragma once

#include <interlock/client.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/async_call.hpp>
#include <interlock/detail/cell_handle.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {
struct latch_state;
}

/// Whoever waits goes on when it has been counted down to zero, by whomever. It stays open then, also for
/// those who come later, until an operator resets it.
///
/// Made by `client::latch`; making one costs no message. The first to use it stores the count; another count
/// under the same name is refused with `errc::limit_mismatch`. Nothing ties a share of the count to a
/// process: what one that died had not counted is still to be counted (for members that may die use
/// `barrier`).
///
/// *Errors:* throwing functions throw `error`: `errc::limit_mismatch`, `errc::unavailable`,
/// `errc::unknown_outcome` (the engine did not say whether it counted; `pending` tells), `errc::canceled`
/// after a stop request. Functions that take an `error_code` set that instead.
/// *Threads:* all functions may be called from any thread at the same time. *Asynchronous forms*
/// (`async_count_down`, `async_wait`, `async_wait_for`, `async_arrive_and_wait`):
/// <interlock/asio/cells.hpp>.
///
/// @code
/// auto ready = locks.latch("deploy/42/ready", 3);  // three workers
/// ready.count_down();                              // in each worker, when it is ready
/// ready.wait();                                    // in whoever needs all of them
/// @endcode
class INTERLOCK_API latch {
public:
    /// Counts `n` down. More than is left: `errc::invalid_option`, and nothing is counted.
    void count_down(std::uint32_t n = 1);
    void count_down(std::uint32_t n, std::error_code& ec) noexcept;

    /// Whether it is open. Costs one read.
    [[nodiscard]] bool try_wait() const;
    /// How much is still to be counted.
    [[nodiscard]] std::uint32_t pending() const;
    [[nodiscard]] std::uint32_t pending(std::error_code& ec) const noexcept;

    /// Waits until it is open.
    void wait(std::stop_token stop = {}) const;
    void wait(std::error_code& ec, std::stop_token stop = {}) const noexcept;

    /// The same for at most `time`; false if it is still closed then. Zero or less: looks once.
    template <class Rep, class Period>
    [[nodiscard]] bool wait_for(std::chrono::duration<Rep, Period> time, std::stop_token stop = {}) const {
        return wait_open(detail::bounded(time), std::move(stop));
    }
    template <class Clock, class Duration>
    [[nodiscard]] bool wait_until(std::chrono::time_point<Clock, Duration> when,
                                  std::stop_token stop = {}) const {
        return wait_for(detail::time_until(when), std::move(stop));
    }

    /// Counts down and waits. A stop request ends the wait; the count stays.
    void arrive_and_wait(std::uint32_t n = 1, std::stop_token stop = {});

    /// Closes it again with the full count, for operators. Whoever waits goes on waiting; whoever went
    /// through has gone.
    void reset();

    /// The asynchronous forms; include <interlock/asio/cells.hpp>, where they are described.
    template <class... Args>
    auto async_count_down(std::uint32_t n, Args&&... args);
    template <class... Args>
    auto async_wait(Args&&... args) const;
    template <class Rep, class Period, class... Args>
    auto async_wait_for(std::chrono::duration<Rep, Period> time, Args&&... args) const;
    template <class... Args>
    auto async_arrive_and_wait(std::uint32_t n, Args&&... args);

    /// The latch's name.
    [[nodiscard]] std::string name() const;

private:
    friend class client;
    using state = std::shared_ptr<const detail::latch_state>;
    explicit latch(state of) noexcept : state_{std::move(of)} {}
    bool wait_open(detail::patience time, std::stop_token stop) const;

    static void start_count_down(const state& of, const std::shared_ptr<detail::async_call>& call,
                                 std::uint32_t n, detail::on_result<detail::nothing> then);
    static void start_wait(const state& of, const std::shared_ptr<detail::async_call>& call,
                           detail::patience time, detail::on_result<bool> then);
    static void start_arrive(const state& of, const std::shared_ptr<detail::async_call>& call,
                             std::uint32_t n, detail::on_result<detail::nothing> then);

    state state_;
};

}  // namespace v0
}  // namespace interlock
