// SPDX-License-Identifier: Apache-2.0
/// @file
/// A small value that all processes see, in the shape of `std::atomic`.
#pragma once

#include <interlock/client.hpp>
#include <interlock/config.hpp>
#include <interlock/detail/cell_handle.hpp>

#include <charconv>
#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

namespace interlock {
inline namespace v0 {

/// How a `T` is stored: `static std::string encode(const T&)` and `static std::optional<T>
/// decode(std::string_view)`, which gives `nullopt` for text that is no `T`. Specialise it for types of your
/// own. Here are `std::string`, `bool` and the numbers, which are stored as people write them.
template <class T>
struct cell_codec;

template <>
struct cell_codec<std::string> {
    static std::string encode(const std::string& value) { return value; }
    static std::optional<std::string> decode(std::string_view text) { return std::string{text}; }
};

template <>
struct cell_codec<bool> {
    static std::string encode(bool value) { return value ? "true" : "false"; }
    static std::optional<bool> decode(std::string_view text) {
        if (text == "true") return true;
        if (text == "false") return false;
        return std::nullopt;
    }
};

template <class T>
requires std::integral<T> || std::floating_point<T>
struct cell_codec<T> {
    static std::string encode(T value) {
        char text[64];
        const auto end = std::to_chars(text, text + sizeof text, value).ptr;
        return {text, end};
    }
    static std::optional<T> decode(std::string_view text) {
        T value{};
        const auto end = text.data() + text.size();
        const auto [stopped, wrong] = std::from_chars(text.data(), end, value);
        if (wrong != std::errc{} || stopped != end) return std::nullopt;
        return value;
    }
};

/// What a cell held at one moment.
template <class T>
struct versioned {
    std::optional<T> value{};   ///< Absent: never written, or erased.
    std::uint64_t version = 0;  ///< Grows by one with each write and erasure; 0: never written.
    std::uint64_t fence = 0;    ///< The highest fence that a write to it carried.
};

/// How `cell::update` and `cell::fetch_add` go about it.
struct update_options {
    /// Write only if no newer fence was seen; 0: do not check.
    std::uint64_t fence = 0;
    /// How often to try again when others change the cell at the same time. At least 1.
    unsigned tries = 64;
};

/// Calls back for the changes of a cell while it lives; made by `cell::watch`. Its destructor waits for a
/// callback that is running, unless it is destroyed by that callback.
class INTERLOCK_API cell_watch {
public:
    cell_watch(cell_watch&&) noexcept = default;
    cell_watch& operator=(cell_watch&& other) noexcept;
    ~cell_watch();

private:
    template <class T>
    friend class cell;
    explicit cell_watch(std::shared_ptr<detail::cell_subscription> running) noexcept
        : running_{std::move(running)} {}
    std::shared_ptr<detail::cell_subscription> running_;
};

/// A named value of at most 64 KiB, the same for every client of the engine. All its operations are atomic
/// and linearizable. Made by `client::cell<T>`; making one costs no message.
///
/// *Fences:* a write that is given a fence (`hold::fence`) is refused with `errc::stale` if the cell has seen
/// a newer one: so a holder that lost its lock without noticing cannot undo what its successor wrote.
///
/// *Errors:* `error` with `errc::unavailable`; `errc::protocol` if what is stored is no `T`;
/// `errc::invalid_option` if the encoded value is larger than 64 KiB; `errc::unknown_outcome` if the engine
/// took a write and did not answer, also not when asked again: load to see. When an answer was lost and asked
/// for again, a plain `store` (without an expected version) may take effect twice, with writes of others in
/// between.
///
/// *Threads:* all functions may be called from any thread at the same time. *Asynchronous forms*
/// (`async_load`, `async_store`, `async_erase`, `async_compare_exchange`, `async_fetch_add`, `async_wait`):
/// <interlock/asio/cells.hpp>.
///
/// @code
/// auto stock = locks.cell<int>("stock/apples");
/// stock.store(10);
/// stock.fetch_add(-3);
/// auto seen = stock.load();                        // seen.value == 7
/// stock.compare_exchange(seen, 5);                 // only if nobody wrote meanwhile
/// auto changed = stock.wait_for(seen.version, 1s); // nullopt if it did not change for a second
/// @endcode
template <class T>
class cell {
public:
    using value_type = T;

    /// Reads it.
    [[nodiscard]] versioned<T> load() const { return decoded(handle_->load()); }
    [[nodiscard]] versioned<T> load(std::error_code& ec) const noexcept {
        return noted(ec, [&] { return load(); });
    }

    /// Writes it, whatever it held; with a fence only if no newer one was seen (`errc::stale`). Returns the
    /// new version.
    std::uint64_t store(const T& value, std::uint64_t fence = 0) const {
        return handle_->write({cell_codec<T>::encode(value), {}, fence}).now.version;
    }
    std::uint64_t store(const T& value, std::uint64_t fence, std::error_code& ec) const noexcept {
        return noted(ec, [&] { return store(value, fence); });
    }

    /// Deletes the value; the version goes on counting. With a fence as `store`.
    std::uint64_t erase(std::uint64_t fence = 0) const {
        return handle_->write({std::nullopt, {}, fence}).now.version;
    }

    /// Writes `desired` if the version is still `expected.version`: true, and `expected` is what is there
    /// now. Otherwise false, and `expected` is what was found instead. Only the version counts, not the
    /// value. With a fence as `store`.
    [[nodiscard]] bool compare_exchange(versioned<T>& expected, const T& desired,
                                        std::uint64_t fence = 0) const {
        auto tried = handle_->write({cell_codec<T>::encode(desired), expected.version, fence});
        expected = decoded(std::move(tried.now));
        return tried.written;
    }
    [[nodiscard]] bool compare_exchange(versioned<T>& expected, const T& desired, std::uint64_t fence,
                                        std::error_code& ec) const noexcept {
        return noted(ec, [&] { return compare_exchange(expected, desired, fence); });
    }

    /// The same when only the version is known; 0: nobody may have written it ever.
    [[nodiscard]] bool compare_exchange(std::uint64_t expected_version, const T& desired,
                                        std::uint64_t fence = 0) const {
        return handle_->write({cell_codec<T>::encode(desired), expected_version, fence}).written;
    }

    /// Changes the value: `next(const std::optional<T>& now)` gives the new one, as a `T`, or as
    /// `std::optional<T>` where `nullopt` leaves the cell alone. It is called on this thread, and again with
    /// the newer value when somebody else was faster, with growing pauses, at most `options.tries` times;
    /// then `errc::conflict`. It must have no other effect than its result. Returns the cell as it is then.
    template <class Next>
    versioned<T> update(Next next, update_options options = {}) const {
        return decoded(handle_->update(changed_by(handle_, std::move(next), options)).now);
    }

    /// Adds `n` (an absent value counts as 0) and returns the value before, as `std::atomic` does.
    T fetch_add(T n, update_options options = {}) const requires(std::is_arithmetic_v<T>) {
        T before{};
        (void)update(
            [&](const std::optional<T>& now) {
                before = now.value_or(T{});
                return static_cast<T>(before + n);
            },
            options);
        return before;
    }

    /// Waits until the version is above `after`: at once if it is already. Changes that follow each other
    /// quickly are seen as one. A stop request ends the wait with `errc::canceled`.
    [[nodiscard]] versioned<T> wait(std::uint64_t after, std::stop_token stop = {}) const {
        return decoded(*handle_->wait(after, {}, std::move(stop)));
    }

    /// The same for at most `time`: `nullopt` if nothing changed.
    template <class Rep, class Period>
    [[nodiscard]] std::optional<versioned<T>> wait_for(std::uint64_t after,
                                                       std::chrono::duration<Rep, Period> time,
                                                       std::stop_token stop = {}) const {
        auto got = handle_->wait(after, detail::bounded(time), std::move(stop));
        if (!got) return std::nullopt;
        return decoded(*std::move(got));
    }
    template <class Clock, class Duration>
    [[nodiscard]] std::optional<versioned<T>> wait_until(std::uint64_t after,
                                                         std::chrono::time_point<Clock, Duration> when,
                                                         std::stop_token stop = {}) const {
        return wait_for(after, detail::time_until(when), std::move(stop));
    }

    /// Calls `changed(const versioned<T>&)` for the changes after version `after`, in order, one at a time,
    /// on a thread that does nothing else; while it runs, later changes are gathered into one. Exceptions out
    /// of it, and values that are no `T`, are dropped. Goes on over outages of the engine.
    template <class Changed>
    [[nodiscard]] cell_watch watch(Changed changed, std::uint64_t after = 0) const {
        auto typed = [handle = handle_, changed = std::move(changed)](const detail::cell_text& now) mutable {
            changed(decode(*handle, now));
        };
        return cell_watch{handle_->subscribe(after, [shared = std::make_shared<decltype(typed)>(std::move(
                                                         typed))](const auto& now) { (*shared)(now); })};
    }

    /// The asynchronous forms; include <interlock/asio/cells.hpp>, where they are described.
    template <class... Args>
    auto async_load(Args&&... args) const;
    template <class... Args>
    auto async_store(const T& value, Args&&... args) const;
    template <class... Args>
    auto async_store_guarded(const T& value, std::uint64_t fence, Args&&... args) const;
    template <class... Args>
    auto async_erase(Args&&... args) const;
    template <class... Args>
    auto async_compare_exchange(std::uint64_t expected_version, const T& desired, Args&&... args) const;
    template <class... Args>
    auto async_fetch_add(T n, Args&&... args) const requires(std::is_arithmetic_v<T>);
    template <class... Args>
    auto async_wait(std::uint64_t after, Args&&... args) const;
    template <class Rep, class Period, class... Args>
    auto async_wait_for(std::uint64_t after, std::chrono::duration<Rep, Period> time, Args&&... args) const;

    /// The cell's name.
    [[nodiscard]] std::string name() const { return handle_->name(); }

private:
    friend class client;
    explicit cell(std::shared_ptr<detail::cell_handle> handle) noexcept : handle_{std::move(handle)} {}

    template <class... Args>
    auto async_write(detail::cell_change change, Args&&... args) const;

    static versioned<T> decode(const detail::cell_handle& of, const detail::cell_text& now) {
        versioned<T> out{std::nullopt, now.version, now.fence};
        if (!now.value) return out;
        out.value = cell_codec<T>::decode(*now.value);
        if (!out.value) of.refuse(*now.value);
        return out;
    }
    [[nodiscard]] versioned<T> decoded(const detail::cell_text& now) const { return decode(*handle_, now); }

    /// `next` between values, as a change between texts.
    template <class Next>
    static detail::cell_update changed_by(std::shared_ptr<detail::cell_handle> of, Next next,
                                          update_options options) {
        auto step = [of = std::move(of), next = std::move(next)](
                        const detail::cell_text& now) mutable -> std::optional<std::string> {
            std::optional<T> wanted = next(decode(*of, now).value);
            if (!wanted) return std::nullopt;
            return cell_codec<T>::encode(*wanted);
        };
        return {std::move(step), options.fence, options.tries};
    }

    /// Runs `work`; what it throws becomes an error code.
    template <class Work>
    static auto noted(std::error_code& ec, Work work) noexcept -> decltype(work()) {
        try {
            ec.clear();
            return work();
        } catch (const std::system_error& e) {
            ec = e.code();
        } catch (const std::bad_alloc&) {
            ec = std::make_error_code(std::errc::not_enough_memory);
        }
        return {};
    }

    std::shared_ptr<detail::cell_handle> handle_;
};

template <class T>
cell<T> client::cell(std::string name) {
    return interlock::cell<T>{open_cell(std::move(name))};
}

}  // namespace v0
}  // namespace interlock
