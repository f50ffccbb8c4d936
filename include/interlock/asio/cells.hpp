// SPDX-License-Identifier: Apache-2.0
/// @file
/// The asynchronous face of cells and of what is built on them, for Boost.Asio (1.81 or newer).
///
/// | call | completion signature |
/// |---|---|
/// | `cell.async_load([token])` | `void(error_code, versioned<T>)` |
/// | `cell.async_store(value[, token])` | `void(error_code, std::uint64_t version)` |
/// | `cell.async_store_guarded(value, fence[, token])` | `void(error_code, std::uint64_t version)` |
/// | `cell.async_erase([token])` | `void(error_code, std::uint64_t version)` |
/// | `cell.async_compare_exchange(version, desired[, token])` | `void(error_code, bool)` |
/// | `cell.async_fetch_add(n[, token])` | `void(error_code, T before)` |
/// | `cell.async_wait(after[, token])` | `void(error_code, versioned<T>)` |
/// | `cell.async_wait_for(after, time[, token])` | `void(error_code, std::optional<versioned<T>>)` |
/// | `latch.async_count_down(n[, token])` | `void(error_code)` |
/// | `latch.async_wait([token])` | `void(error_code)` |
/// | `latch.async_wait_for(time[, token])` | `void(error_code, bool open)` |
/// | `latch.async_arrive_and_wait(n[, token])` | `void(error_code)` |
/// | `barrier.async_arrive_and_wait([token])` | `void(error_code, arrival)` |
/// | `barrier.async_arrive_and_wait_for(time[, token])` | `void(error_code, std::optional<arrival>)` |
/// | `once.async_begin([token])` | `void(error_code, once_begun)` |
/// | `once_turn.async_finish(value[, token])`, `async_fail(message[, token])` | `void(error_code)` |
/// | `condition.async_wait(lock, hold[, token])` | `void(error_code, hold)` |
/// | `condition.async_notify_one([token])`, `async_notify_all([token])` | `void(error_code)` |
///
/// Tokens, executors, errors and lifetime are as in <interlock/asio.hpp>. *Cancellation:* the waiting calls
/// support all cancellation types, with the same effect: `errc::canceled`. Reads and writes are short and run
/// to their end.
///
/// `condition.async_wait` gives up `hold`, waits for a notification and acquires `lock` again: the new hold
/// comes with the result, also with `errc::canceled` and other failures of the wait. If the wait could not
/// begin, the hold given comes back. The lock must live until then.
///
/// @code
/// boost::asio::awaitable<void> follow(interlock::cell<int>& stock) {
///     auto seen = co_await stock.async_load();
///     while (seen.value.value_or(0) > 0) seen = co_await stock.async_wait(seen.version);
/// }
/// @endcode
#pragma once

#include <interlock/asio.hpp>
#include <interlock/asio/call.hpp>
#include <interlock/barrier.hpp>
#include <interlock/cell.hpp>
#include <interlock/condition.hpp>
#include <interlock/latch.hpp>
#include <interlock/once.hpp>

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/compose.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace interlock {
inline namespace v0 {

template <class T>
template <class... Args>
auto cell<T>::async_load(Args&&... args) const {
    return detail::async_result_of<versioned<T>, detail::cell_text>(
        [handle = handle_](auto call, auto then) { handle->start_load(std::move(call), std::move(then)); },
        [handle = handle_](const detail::cell_text& now) { return decode(*handle, now); },
        std::forward<Args>(args)...);
}

template <class T>
template <class... Args>
auto cell<T>::async_store(const T& value, Args&&... args) const {
    return async_write({cell_codec<T>::encode(value), {}, 0}, std::forward<Args>(args)...);
}

template <class T>
template <class... Args>
auto cell<T>::async_erase(Args&&... args) const {
    return async_write({}, std::forward<Args>(args)...);
}

template <class T>
template <class... Args>
auto cell<T>::async_write(detail::cell_change change, Args&&... args) const {
    return detail::async_result_of<std::uint64_t, detail::cell_outcome>(
        [handle = handle_, change = std::move(change)](auto call, auto then) {
            handle->start_write(std::move(call), change, std::move(then));
        },
        [](const detail::cell_outcome& tried) { return tried.now.version; }, std::forward<Args>(args)...);
}

template <class T>
template <class... Args>
auto cell<T>::async_store_guarded(const T& value, std::uint64_t fence, Args&&... args) const {
    return async_write({cell_codec<T>::encode(value), {}, fence}, std::forward<Args>(args)...);
}

template <class T>
template <class... Args>
auto cell<T>::async_compare_exchange(std::uint64_t expected_version, const T& desired, Args&&... args) const {
    return detail::async_result_of<bool, detail::cell_outcome>(
        [handle = handle_, change = detail::cell_change{cell_codec<T>::encode(desired), expected_version, 0}](
            auto call, auto then) { handle->start_write(std::move(call), change, std::move(then)); },
        [](const detail::cell_outcome& tried) { return tried.written; }, std::forward<Args>(args)...);
}

template <class T>
template <class... Args>
auto cell<T>::async_fetch_add(T n, Args&&... args) const requires(std::is_arithmetic_v<T>) {
    const auto before = std::make_shared<T>();  // Written before the result is on its way.
    const auto add = [n, before](const std::optional<T>& now) {
        *before = now.value_or(T{});
        return static_cast<T>(*before + n);
    };
    return detail::async_result_of<T, detail::cell_outcome>(
        [handle = handle_, add](auto call, auto then) {
            handle->start_update(std::move(call), changed_by(handle, add, {}), std::move(then));
        },
        [before](const detail::cell_outcome&) { return *before; }, std::forward<Args>(args)...);
}

template <class T>
template <class... Args>
auto cell<T>::async_wait(std::uint64_t after, Args&&... args) const {
    return detail::async_result_of<versioned<T>, std::optional<detail::cell_text>>(
        [handle = handle_, after](auto call, auto then) {
            handle->start_wait(std::move(call), after, {}, std::move(then));
        },
        [handle = handle_](const std::optional<detail::cell_text>& now) { return decode(*handle, *now); },
        std::forward<Args>(args)...);
}

template <class T>
template <class Rep, class Period, class... Args>
auto cell<T>::async_wait_for(std::uint64_t after, std::chrono::duration<Rep, Period> time,
                             Args&&... args) const {
    return detail::async_result_of<std::optional<versioned<T>>, std::optional<detail::cell_text>>(
        [handle = handle_, after, time = detail::bounded(time)](auto call, auto then) {
            handle->start_wait(std::move(call), after, time, std::move(then));
        },
        [handle = handle_](const std::optional<detail::cell_text>& now) {
            return now ? std::optional{decode(*handle, *now)} : std::nullopt;
        },
        std::forward<Args>(args)...);
}

template <class... Args>
auto latch::async_count_down(std::uint32_t n, Args&&... args) {
    return detail::async_plain(
        [of = state_, n](auto call, auto then) { start_count_down(of, call, n, std::move(then)); },
        std::forward<Args>(args)...);
}

template <class... Args>
auto latch::async_wait(Args&&... args) const {
    return detail::async_plain(
        [of = state_](auto call, detail::on_result<detail::nothing> then) {
            start_wait(of, call, {},
                       [then = std::move(then)](failure why, bool) mutable { then(std::move(why), {}); });
        },
        std::forward<Args>(args)...);
}

template <class Rep, class Period, class... Args>
auto latch::async_wait_for(std::chrono::duration<Rep, Period> time, Args&&... args) const {
    return detail::async_value_of<bool>(
        [of = state_, time = detail::bounded(time)](auto call, auto then) {
            start_wait(of, call, time, std::move(then));
        },
        std::forward<Args>(args)...);
}

template <class... Args>
auto latch::async_arrive_and_wait(std::uint32_t n, Args&&... args) {
    return detail::async_plain(
        [of = state_, n](auto call, auto then) { start_arrive(of, call, n, std::move(then)); },
        std::forward<Args>(args)...);
}

template <class... Args>
auto barrier::async_arrive_and_wait(Args&&... args) {
    return detail::async_result_of<arrival, std::optional<arrival>>(
        [of = state_](auto call, auto then) { start(of, call, {}, std::move(then)); },
        [](const std::optional<arrival>& passed) { return *passed; }, std::forward<Args>(args)...);
}

template <class Rep, class Period, class... Args>
auto barrier::async_arrive_and_wait_for(std::chrono::duration<Rep, Period> time, Args&&... args) {
    return detail::async_value_of<std::optional<arrival>>(
        [of = state_, time = detail::bounded(time)](auto call, auto then) {
            start(of, call, time, std::move(then));
        },
        std::forward<Args>(args)...);
}

template <class... Args>
auto once::async_begin(Args&&... args) const {
    return detail::async_value_of<once_begun>(
        [of = handle_](auto call, auto then) { start_begin(of, call, std::move(then)); },
        std::forward<Args>(args)...);
}

template <class... Args>
auto once_turn::async_end(once_ending how, Args&&... args) {
    return detail::async_plain(
        [of = handle_, taken = std::make_shared<hold>(std::move(hold_)), how = std::move(how)](
            auto call, auto then) { start_end(of, taken, call, how, std::move(then)); },
        std::forward<Args>(args)...);
}

template <class... Args>
auto once_turn::async_finish(std::string value, Args&&... args) {
    return async_end({once_phase::done, std::move(value)}, std::forward<Args>(args)...);
}

template <class... Args>
auto once_turn::async_fail(std::string message, Args&&... args) {
    return async_end({once_phase::failed, std::move(message)}, std::forward<Args>(args)...);
}

/// Stand in line, give up the hold, wait, lock again: told apart by what each step completes with.
template <class Lock>
struct condition::waiting_operation {
    using code = boost::system::error_code;
    state of;
    Lock* lock;
    std::shared_ptr<hold> held;
    place mine{};
    code failed{};

    template <class Self>
    void operator()(Self& self) {
        self.reset_cancellation_state(boost::asio::enable_total_cancellation());
        detail::async_value_of<place>(
            [of = of](auto call, auto then) { start_standing(of, call, std::move(then)); }, std::move(self));
    }
    template <class Self>
    void operator()(Self& self, code ec, place got) {
        if (ec) return self.complete(ec, std::move(*held));
        mine = std::move(got);
        const auto leaving = held;
        leaving->async_release(std::move(self));
    }
    template <class Self>
    void operator()(Self& self, code) {
        // The release could not be cancelled: whoever tried meanwhile is heard now.
        const bool canceled = self.cancelled() != boost::asio::cancellation_type::none;
        detail::async_value_of<bool>(
            [of = of, mine = mine, canceled](auto call, auto then) {
                if (canceled) call->cancel();
                start_waiting(of, call, mine, std::move(then));
            },
            std::move(self));
    }
    template <class Self>
    void operator()(Self& self, code ec, bool notified) {
        failed = ec;
        if (!ec && !notified) failed = make_error_code(errc::canceled);
        // The caller gets its lock back in any case, and a notification is not lost on the way.
        self.reset_cancellation_state(boost::asio::disable_cancellation());
        lock->async_acquire(std::move(self));
    }
    template <class Self>
    void operator()(Self& self, code ec, hold got) {
        self.complete(ec ? ec : failed, std::move(got));
    }
};

template <class Lock, class... Args>
auto condition::async_wait(Lock& lock, hold held, Args&&... args) {
    auto&& token = detail::token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_compose<decltype(token), void(boost::system::error_code, hold)>(
        waiting_operation<Lock>{state_, &lock, std::make_shared<hold>(std::move(held))}, token);
}

template <class... Args>
auto condition::async_notify_one(Args&&... args) {
    return detail::async_plain(
        [of = state_](auto call, auto then) { start_notify(of, call, whom::one, std::move(then)); },
        std::forward<Args>(args)...);
}

template <class... Args>
auto condition::async_notify_all(Args&&... args) {
    return detail::async_plain(
        [of = state_](auto call, auto then) { start_notify(of, call, whom::all, std::move(then)); },
        std::forward<Args>(args)...);
}

}  // namespace v0
}  // namespace interlock
