// SPDX-License-Identifier: Apache-2.0
/// @file
/// One leader at a time, for a whole fleet.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/lockable.hpp>
#include <interlock/detail/unique_function.hpp>
#include <interlock/error.hpp>
#include <interlock/hold.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>

namespace interlock {
inline namespace v0 {

class client;

namespace detail {
class async_call;
struct election_state;
}  // namespace detail

/// Who leads.
struct leader_info {
    label who{};             ///< Its host, program, process and note.
    std::string value{};     ///< What it proclaimed: for instance the address to reach it at.
    std::uint64_t term = 0;  ///< Its fence: greater than that of every leader before.

    bool operator==(const leader_info&) const = default;
};

/// The right to lead, for as long as it is held. A leased hold: see `hold` for what that means.
///
/// *Threads:* const functions may be called from any thread; others from one thread at a time.
class INTERLOCK_API leadership {
public:
    /// Leads nothing.
    leadership() noexcept = default;
    leadership(leadership&&) noexcept = default;
    leadership& operator=(leadership&&) noexcept = default;
    /// Resigns, without waiting for the answer.
    ~leadership();

    [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(held_); }
    /// The term: send it with every write, as a fence.
    [[nodiscard]] std::uint64_t term() const noexcept { return held_.fence(); }
    /// Whether this is surely still the leader.
    [[nodiscard]] bool valid() const noexcept { return held_.valid(); }
    /// Stop is requested when leadership is lost. Not requested by `resign`.
    [[nodiscard]] std::stop_token lost() const noexcept { return held_.lost(); }
    /// The lock behind it: `valid_until`, `on_lost`, `renew`.
    [[nodiscard]] hold& held() noexcept { return held_; }

    /// Tells everyone another value. Throws `error`: `errc::stale` if another leader has been elected since,
    /// `errc::lost` if this is empty, `errc::unavailable`, `errc::invalid_option` (at most 60 KiB).
    void proclaim(std::string value);
    void proclaim(std::string value, std::error_code& ec) noexcept;

    /// Steps down and waits for the answer. Throws `error` as `hold::release`.
    void resign();
    void resign(std::error_code& ec) noexcept;

private:
    friend struct detail::election_state;
    leadership(std::shared_ptr<detail::election_state> of, hold held) noexcept;
    std::shared_ptr<detail::election_state> state_;
    hold held_;
};

/// An election under a name. Candidates of all processes wait in line; the first leads until it resigns, dies
/// or loses its lease, and then the next does. There are never two valid leaders: an old one is told its loss
/// (`leadership::lost`) before the next is elected, or, if it was frozen, is recognised by its older term.
///
/// Made by `client::election`. The leader is the holder of the mutex of the same name: `interlock status`
/// shows it, and `evict` deposes it. What leaders proclaim is kept in a cell beside it.
///
/// *Threads:* all functions but move may be called from any thread at the same time.
/// *Cancellation:* a stop request ends a campaign or an observation with `errc::canceled`.
///
/// @code
/// auto election = locks.election("scheduler");
/// election.lead([](const interlock::leadership& me, std::stop_token stop) {
///     while (!stop.stop_requested()) schedule_jobs(me.term());
/// }, shutdown);
/// @endcode
class INTERLOCK_API election {
public:
    election(election&&) noexcept = default;
    election& operator=(election&&) noexcept = default;

    /// Waits to become the leader, at most `lock_options::wait`, and proclaims `value`. Throws `error`.
    [[nodiscard]] leadership campaign(std::string value = {}, std::stop_token stop = {});
    [[nodiscard]] leadership campaign(std::error_code& ec, std::string value = {},
                                      std::stop_token stop = {}) noexcept;
    /// The same for at most `time`; an empty leadership if another leads still.
    template <class Rep, class Period>
    [[nodiscard]] leadership try_campaign_for(std::chrono::duration<Rep, Period> time, std::string value = {},
                                              std::stop_token stop = {}) {
        return campaign_within(detail::bounded(time), std::move(value), std::move(stop));
    }

    template <class Clock, class Duration>
    [[nodiscard]] leadership try_campaign_until(std::chrono::time_point<Clock, Duration> when,
                                                std::string value = {}, std::stop_token stop = {}) {
        return try_campaign_for(detail::time_until(when), std::move(value), std::move(stop));
    }

    /// Campaigns, calls `work` while leading, and resigns when it returns or throws. The stop token given to
    /// `work` is requested when leadership is lost or `stop` is. Returns true if `work` ended as the leader;
    /// false if leadership was lost meanwhile: campaign again, or stop. Throws what `campaign` and `work`
    /// throw.
    using leading_work = std::function<void(leadership&, std::stop_token)>;
    bool lead(const leading_work& work, std::stop_token stop = {}, std::string value = {});

    /// Who leads now; `nullopt` if nobody does. The value is empty until the leader has proclaimed one.
    [[nodiscard]] std::optional<leader_info> leader();

    /// Waits for news: returns who leads and what it proclaimed as soon as that is not `known`; without
    /// `known` as soon as anybody leads and has proclaimed. That a leader is gone is not news before the next
    /// one leads.
    [[nodiscard]] leader_info observe(const std::optional<leader_info>& known = {},
                                      std::stop_token stop = {});
    /// The same for at most `time`; `nullopt` without news.
    template <class Rep, class Period>
    [[nodiscard]] std::optional<leader_info> observe_for(std::chrono::duration<Rep, Period> time,
                                                         const std::optional<leader_info>& known = {},
                                                         std::stop_token stop = {}) {
        return observe_within(detail::bounded(time), known, std::move(stop));
    }
    template <class Clock, class Duration>
    [[nodiscard]] std::optional<leader_info> observe_until(std::chrono::time_point<Clock, Duration> when,
                                                           const std::optional<leader_info>& known = {},
                                                           std::stop_token stop = {}) {
        return observe_for(detail::time_until(when), known, std::move(stop));
    }

    /// The asynchronous forms; include <interlock/asio.hpp>. `async_campaign(value[, token])`:
    /// `void(error_code, leadership)`; `async_observe(known[, token])`: `void(error_code, leader_info)`.
    template <class... Args>
    auto async_campaign(std::string value, Args&&... args);
    template <class... Args>
    auto async_observe(std::optional<leader_info> known, Args&&... args);

    /// The election's name.
    [[nodiscard]] const std::string& name() const noexcept;

private:
    friend class client;
    explicit election(std::shared_ptr<detail::election_state> state) noexcept : state_{std::move(state)} {}
    [[nodiscard]] leadership campaign_within(detail::patience wait, std::string value, std::stop_token stop);
    [[nodiscard]] std::optional<leader_info> observe_within(detail::patience wait,
                                                            const std::optional<leader_info>& known,
                                                            std::stop_token stop);
    void start_campaign(std::shared_ptr<detail::async_call> call, std::string value,
                        detail::unique_function<void(failure, leadership)> then);
    void start_observe(std::shared_ptr<detail::async_call> call, std::optional<leader_info> known,
                       detail::unique_function<void(failure, std::optional<leader_info>)> then);
    std::shared_ptr<detail::election_state> state_;
};

}  // namespace v0
}  // namespace interlock
