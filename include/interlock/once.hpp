// SPDX-License-Identifier: Apache-2.0
/// @file
/// Work that is done once by all processes together, with its result for everybody.
#pragma once

#include <interlock/client.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/async_call.hpp>
#include <interlock/detail/cell_handle.hpp>
#include <interlock/hold.hpp>
#include <interlock/options.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {
struct once_handle;
}

/// How far the work is.
enum class once_phase : std::uint8_t {
    idle,     ///< Nobody has done it, or whoever began it has gone without a word.
    running,  ///< Somebody is at it.
    done,     ///< It is done.
    failed,   ///< The last try failed; the next caller tries again.
};

/// How far the work is, and what there is to say about it.
struct once_state {
    once_phase phase = once_phase::idle;
    std::string value{};    ///< done: the result.
    std::string message{};  ///< failed: why.
    label runner{};         ///< running: who is at it.
};

/// How a turn ends, and with which text.
struct once_ending {
    once_phase phase = once_phase::done;
    std::string text{};
};

/// The turn to do the work: held by one at a time, under a lease that is renewed by itself. Destroyed without
/// `finish` or `fail` the work counts as not done and the next one gets its turn.
/// *Threads:* one thread at a time; `valid` and `lost` from any.
class INTERLOCK_API once_turn {
public:
    /// No turn.
    once_turn() noexcept = default;

    [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(hold_); }

    /// Stores the result and ends the turn. Throws `error`: `errc::stale` if this turn was lost and somebody
    /// else got one since (the result is then not stored), `errc::unknown_outcome`, `errc::unavailable`,
    /// `errc::invalid_option` if it is larger than 64 KiB less one byte. *Requires:* a turn.
    void finish(std::string value);

    /// Records why it failed and ends the turn; the next caller tries again. Throws as `finish`.
    void fail(std::string message);

    /// As of the `hold` that this turn is.
    [[nodiscard]] bool valid() const noexcept { return hold_.valid(); }
    [[nodiscard]] std::stop_token lost() const noexcept { return hold_.lost(); }
    [[nodiscard]] std::uint64_t fence() const noexcept { return hold_.fence(); }

    /// The asynchronous forms; include <interlock/asio/cells.hpp>, where they are described.
    template <class... Args>
    auto async_finish(std::string value, Args&&... args);
    template <class... Args>
    auto async_fail(std::string message, Args&&... args);

private:
    friend class once;
    friend struct detail::once_handle;
    using handle = std::shared_ptr<const detail::once_handle>;
    once_turn(handle of, hold taken) noexcept : handle_{std::move(of)}, hold_{std::move(taken)} {}
    void end(once_ending how);
    template <class... Args>
    auto async_end(once_ending how, Args&&... args);
    static void start_end(handle of, std::shared_ptr<hold> taken,
                          const std::shared_ptr<detail::async_call>& call, once_ending how,
                          detail::on_result<detail::nothing> then);

    handle handle_;
    hold hold_;
};

/// What `once::begin` gives: the result if it is there, else the turn to make it.
struct once_begun {
    std::optional<std::string> result{};
    once_turn turn{};
};

/// One caller in all processes does the work; all others wait for it and get the same result, also later,
/// without asking anybody but the store.
///
/// A caller that dies, or loses its lease, is succeeded by the next one that waits. It cannot overwrite what
/// a successor did: the result is stored under the fence of its turn. A lease that ends while the work runs
/// cannot stop that work: pass `lost()` on to it, or make sure that doing it twice does no harm.
///
/// Made by `client::once`; making one costs no message. The result is kept until `reset`. The options are
/// those of the lock that gives the turn: `lease`, `label`, `wait` and so on.
///
/// *Errors:* throwing functions throw `error`: `errc::unavailable`, `errc::timed_out` with
/// `lock_options::wait`, `errc::canceled` after a stop request, `errc::deadlock` when called by its own work.
/// *Threads:* all functions may be called from any thread at the same time. *Asynchronous form*
/// (`async_begin`): <interlock/asio/cells.hpp>.
///
/// @code
/// auto token = locks.once("cluster/token").call([] { return make_token(); });
/// @endcode
class INTERLOCK_API once {
public:
    /// The result: stored, or made by `work`, which is called on this thread and gives something that a
    /// `std::string` can be made of, or nothing. It may take a `std::stop_token`, which is stopped when the
    /// turn is lost. What it throws goes to this caller and is recorded; others try again.
    /// If the turn was lost meanwhile and another one's result is stored, that is returned; if none is yet,
    /// `errc::stale`.
    template <class Work>
    std::string call(Work work, std::stop_token stop = {}) {
        auto begun = begin(std::move(stop));
        if (begun.result) return *std::move(begun.result);
        auto value = done_by(begun.turn, work);
        return settle(std::move(begun.turn), std::move(value));
    }

    /// The result if there is one; one read.
    [[nodiscard]] std::optional<std::string> try_result() const;

    /// How far it is; for people and for tests.
    [[nodiscard]] once_state state() const;

    /// In two steps: the result, at once or once somebody else has made it, or the turn to make it.
    [[nodiscard]] once_begun begin(std::stop_token stop = {}) const;

    /// Forgets the result, for operators. Work that is under way is not stopped; its result counts.
    void reset();

    /// The asynchronous form; include <interlock/asio/cells.hpp>, where it is described.
    template <class... Args>
    auto async_begin(Args&&... args) const;

    /// Its name.
    [[nodiscard]] std::string name() const;

private:
    friend class client;
    using handle = std::shared_ptr<const detail::once_handle>;
    explicit once(handle of) noexcept : handle_{std::move(of)} {}

    template <class Work>
    static std::string invoke(Work& work, const once_turn& turn) {
        if constexpr (std::is_invocable_v<Work&, std::stop_token>) {
            if constexpr (std::is_void_v<std::invoke_result_t<Work&, std::stop_token>>) {
                return work(turn.lost()), std::string{};
            } else {
                return std::string(work(turn.lost()));
            }
        } else if constexpr (std::is_void_v<std::invoke_result_t<Work&>>) {
            return work(), std::string{};
        } else {
            return std::string(work());
        }
    }

    template <class Work>
    static std::string done_by(once_turn& turn, Work& work) {
        try {
            return invoke(work, turn);
        } catch (const std::exception& e) {
            record(turn, e.what());
            throw;
        } catch (...) {
            record(turn, "an exception that is not a std::exception");
            throw;
        }
    }

    static void record(once_turn& turn, std::string message) noexcept;
    std::string settle(once_turn turn, std::string value) const;
    static void start_begin(const handle& of, const std::shared_ptr<detail::async_call>& call,
                            detail::on_result<once_begun> then);

    handle handle_;
};

}  // namespace v0
}  // namespace interlock
