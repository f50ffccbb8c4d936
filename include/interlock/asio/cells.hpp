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
///
/// Tokens, executors, errors and lifetime are as in <interlock/asio.hpp>. *Cancellation:* the waiting calls
/// support all cancellation types, with the same effect: `errc::canceled`. Reads and writes are short and run
/// to their end.
///
/// @code
/// boost::asio::awaitable<void> follow(interlock::cell<int>& stock) {
///     auto seen = co_await stock.async_load();
///     while (seen.value.value_or(0) > 0) seen = co_await stock.async_wait(seen.version);
/// }
/// @endcode
#pragma once

#include <interlock/asio/call.hpp>
#include <interlock/cell.hpp>

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

}  // namespace v0
}  // namespace interlock
