// SPDX-License-Identifier: Apache-2.0
/// @file
/// A meeting point for several processes, again and again, in the shape of `std::barrier`.
#pragma once

#include <interlock/client.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/async_call.hpp>
#include <interlock/detail/cell_handle.hpp>
#include <interlock/options.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {
struct barrier_state;
}

/// How an arrival ended: all of its generation were there.
struct arrival {
    std::uint64_t generation = 0;  ///< Counts from 0, the same for all who passed together.
    bool last = false;             ///< True for one of them: the one that made the generation complete.

    bool operator==(const arrival&) const = default;
};

/// Whoever arrives waits until `parties` have arrived; then all of them go on and the next generation begins.
///
/// *Members that die.* An arrival counts while its member lives: it stands under a lease
/// (`lock_options::lease`) that is renewed by itself. A member that died, or was frozen for longer than its
/// lease, is taken out when the others would otherwise go on with it, and its place has to be filled by
/// another arrival. If it was only frozen its call ends with `errc::lost`. A generation is completed in one
/// step, by the last arrival, which names all who pass; so nobody ever passes with half of a generation.
///
/// Made by `client::barrier`; making one costs no message. The first arrival stores the number of parties, 1
/// to 1000; another number under the same name is refused with `errc::limit_mismatch`. Of `lock_options`
/// only `lease` and `label` are used.
///
/// *Errors:* throwing functions throw `error`: `errc::lost`, `errc::limit_mismatch`, `errc::unavailable`,
/// `errc::canceled` after a stop request (the arrival is withdrawn, unless it has passed already). Functions
/// that take an `error_code` set that instead. *Threads:* all functions may be called from any thread at the
/// same time; each call is a member of its own. *Asynchronous forms* (`async_arrive_and_wait`,
/// `async_arrive_and_wait_for`): <interlock/asio/cells.hpp>.
///
/// @code
/// auto step = locks.barrier("simulation", 4);
/// for (int i = 0; i < steps; ++i) {
///     compute(i);
///     if (step.arrive_and_wait().last) write_checkpoint(i);
/// }
/// @endcode
class INTERLOCK_API barrier {
public:
    /// Arrives and waits for the others.
    arrival arrive_and_wait(std::stop_token stop = {});
    arrival arrive_and_wait(std::error_code& ec, std::stop_token stop = {}) noexcept;

    /// The same for at most `time`: then the arrival is withdrawn, unless it has passed already, and the
    /// result is `nullopt`.
    template <class Rep, class Period>
    [[nodiscard]] std::optional<arrival> arrive_and_wait_for(std::chrono::duration<Rep, Period> time,
                                                             std::stop_token stop = {}) {
        return arrive_within(detail::bounded(time), std::move(stop));
    }
    template <class Clock, class Duration>
    [[nodiscard]] std::optional<arrival> arrive_and_wait_until(std::chrono::time_point<Clock, Duration> when,
                                                               std::stop_token stop = {}) {
        return arrive_and_wait_for(detail::time_until(when), std::move(stop));
    }

    /// How many wait now, members that died not yet taken out included.
    [[nodiscard]] std::uint32_t waiting() const;

    /// The asynchronous forms; include <interlock/asio/cells.hpp>, where they are described.
    template <class... Args>
    auto async_arrive_and_wait(Args&&... args);
    template <class Rep, class Period, class... Args>
    auto async_arrive_and_wait_for(std::chrono::duration<Rep, Period> time, Args&&... args);

    /// The barrier's name.
    [[nodiscard]] std::string name() const;

private:
    friend class client;
    using state = std::shared_ptr<const detail::barrier_state>;
    explicit barrier(state of) noexcept : state_{std::move(of)} {}
    std::optional<arrival> arrive_within(detail::patience time, std::stop_token stop);
    static void start(const state& of, const std::shared_ptr<detail::async_call>& call, detail::patience time,
                      detail::on_result<std::optional<arrival>> then);

    state state_;
};

}  // namespace v0
}  // namespace interlock
