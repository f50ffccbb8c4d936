// SPDX-License-Identifier: Apache-2.0
/// @file
/// The asynchronous face, for Boost.Asio (1.81 or newer): the same core under completion tokens.
///
/// `error` stands for `boost::system::error_code`:
/// - `lock.async_acquire([token])`: `void(error, hold)`; likewise for the sides of a `shared_mutex` and for
///   `semaphore::permits`; for a `multi_lock` `void(error, multi_hold)`.
/// - `lock.async_try_acquire_for(time[, token])`: `void(error, std::optional<hold>)` (or `multi_hold`).
/// - `election.async_campaign(value[, token])`: `void(error, leadership)`; `async_observe(known[, token])`:
///   `void(error, leader_info)`. Cells and what is built on them: <interlock/asio/cells.hpp>.
/// - `hold.async_renew([token])`, `async_release`, `async_downgrade`, `async_upgrade`: `void(error)`.
///
/// Any completion token works: a callback, `use_future`, `use_awaitable`, `deferred`. Without one, the call
/// is made with `use_awaitable`, so that `co_await lock.async_acquire()` reads as it should.
///
/// *Where handlers run:* on their associated executor; without one on Asio's system executor. Never inside
/// the initiating call and never on the client's own thread, so that a slow handler delays no renewal.
///
/// *Cancellation:* the acquiring calls support all cancellation types (terminal, partial, total), with the
/// same effect: the claim leaves the line and the call completes with `errc::canceled`. A grant that was
/// faster wins. An upgrade that waits is cancelled likewise: the hold stays as it was. Renewal, release and
/// downgrade cannot be cancelled. As with all of Asio, emitting a cancellation signal
/// must not run at the same time as the completion handler of the operation: use a strand.
///
/// *Errors* are `interlock::errc` values in the Boost error code; "busy" is an empty optional.
/// *Lifetime:* the lock object may be destroyed while a call is under way; the hold still arrives.
///
/// @code
/// boost::asio::awaitable<void> work(interlock::mutex& orders) {
///     auto hold = co_await orders.async_acquire();
///     …
///     co_await hold.async_release();
/// }
/// @endcode
#pragma once

#include <interlock/asio/cells.hpp>
#include <interlock/asio/delivery.hpp>
#include <interlock/asio/election.hpp>
#include <interlock/client.hpp>
#include <interlock/detail/unique_function.hpp>
#include <interlock/hold.hpp>
#include <interlock/multi_lock.hpp>
#include <interlock/mutex.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/system/error_code.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace interlock {
inline namespace v0 {

/// Opens a client whose timers and wake-ups run on `executor` instead of a thread of its own. Nothing is
/// renewed while nobody runs that executor. Do not make blocking calls on its only thread.
[[nodiscard]] client open_on(boost::asio::any_io_executor executor, std::string_view url = {},
                             client_options options = {});

namespace detail {

/// The compiled side of this header. Callbacks run on the client's loop.
class INTERLOCK_API async_access {
public:
    static std::shared_ptr<tenancy> acquire(const std::shared_ptr<lock_handle>& lock, patience wait,
                                            unique_function<void(attempt)> then);
    static void cancel(const std::shared_ptr<tenancy>& waiting);
    static void renew(const hold& held, unique_function<void(failure)> then);
    static void release(hold& held, unique_function<void(failure)> then);
    static void convert(const hold& held, mode to, patience wait, unique_function<void(failure, bool)> then);
    static void cancel_conversion(const std::weak_ptr<tenancy>& converting);
    static std::weak_ptr<tenancy> behind(const hold& held) noexcept;
    static std::shared_ptr<multi_attempt> acquire(multi_lock& locks, patience wait,
                                                  unique_function<void(multi_result)> then);
    static void cancel(const std::weak_ptr<multi_attempt>& waiting);
    static client make(const boost::asio::any_io_executor& executor, std::string_view url,
                       client_options options);
};

/// Starts an acquisition; `Result` is `hold` or `optional<hold>`.
template <class Result>
struct start_acquire {
    template <class Handler>
    void operator()(Handler&& handler, const std::shared_ptr<lock_handle>& lock, patience wait) const {
        using code = boost::system::error_code;
        delivery<std::decay_t<Handler>, code, Result> deliver{std::forward<Handler>(handler)};
        auto slot = deliver.cancellation_slot();
        const std::weak_ptr<tenancy> waiting =
            async_access::acquire(lock, wait, [deliver = std::move(deliver)](attempt tried) mutable {
                Result got{};
                if (tried.got) got = std::move(tried.got);
                deliver(code{tried.why.code}, std::move(got));
            });
        if (!slot.is_connected()) return;
        slot.assign([waiting](boost::asio::cancellation_type) {
            if (const auto still = waiting.lock()) async_access::cancel(still);
        });
    }
};

template <auto Operation>
struct start_on_hold {
    template <class Handler, class Hold>
    void operator()(Handler&& handler, Hold* held) const {
        using code = boost::system::error_code;
        delivery<std::decay_t<Handler>, code> deliver{std::forward<Handler>(handler)};
        Operation(*held, [deliver = std::move(deliver)](failure why) mutable { deliver(code{why.code}); });
    }
};

struct start_convert {
    template <class Handler>
    void operator()(Handler&& handler, const hold* held, mode to) const {
        using code = boost::system::error_code;
        delivery<std::decay_t<Handler>, code> deliver{std::forward<Handler>(handler)};
        auto slot = deliver.cancellation_slot();
        async_access::convert(*held, to, {}, [deliver = std::move(deliver)](failure why, bool) mutable {
            deliver(code{why.code});
        });
        if (to != mode::exclusive || !slot.is_connected()) return;
        slot.assign([behind = async_access::behind(*held)](boost::asio::cancellation_type) {
            async_access::cancel_conversion(behind);
        });
    }
};

/// The same as `start_acquire`, for several locks.
template <class Result>
struct start_multi_acquire {
    template <class Handler>
    void operator()(Handler&& handler, multi_lock* locks, patience wait) const {
        using code = boost::system::error_code;
        delivery<std::decay_t<Handler>, code, Result> deliver{std::forward<Handler>(handler)};
        auto slot = deliver.cancellation_slot();
        const std::weak_ptr<multi_attempt> waiting =
            async_access::acquire(*locks, wait, [deliver = std::move(deliver)](multi_result tried) mutable {
                Result got{};
                if (tried.got) got = std::move(tried.got);
                deliver(code{tried.why.code}, std::move(got));
            });
        if (!slot.is_connected()) return;
        slot.assign([waiting](boost::asio::cancellation_type) { async_access::cancel(waiting); });
    }
};

template <class... Args>
auto lockable::async_acquire(Args&&... args) {
    auto&& token = token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code, hold)>(
        start_acquire<hold>{}, token, handle_, patience{});
}

template <class Rep, class Period, class... Args>
auto lockable::async_try_acquire_for(std::chrono::duration<Rep, Period> time, Args&&... args) {
    auto&& token = token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code, std::optional<hold>)>(
        start_acquire<std::optional<hold>>{}, token, handle_, patience{bounded(time)});
}

}  // namespace detail

template <class... Args>
auto hold::async_renew(Args&&... args) {
    auto&& token = detail::token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code)>(
        detail::start_on_hold<&detail::async_access::renew>{}, token, static_cast<const hold*>(this));
}

template <class... Args>
auto hold::async_release(Args&&... args) {
    auto&& token = detail::token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code)>(
        detail::start_on_hold<&detail::async_access::release>{}, token, this);
}

template <class... Args>
auto hold::async_downgrade(Args&&... args) {
    auto&& token = detail::token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code)>(
        detail::start_convert{}, token, static_cast<const hold*>(this), interlock::mode::shared);
}

template <class... Args>
auto hold::async_upgrade(Args&&... args) {
    auto&& token = detail::token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code)>(
        detail::start_convert{}, token, static_cast<const hold*>(this), interlock::mode::exclusive);
}

template <class... Args>
auto multi_lock::async_acquire(Args&&... args) {
    auto&& token = detail::token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code, multi_hold)>(
        detail::start_multi_acquire<multi_hold>{}, token, this, detail::patience{});
}

template <class Rep, class Period, class... Args>
auto multi_lock::async_try_acquire_for(std::chrono::duration<Rep, Period> time, Args&&... args) {
    auto&& token = detail::token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token),
                                       void(boost::system::error_code, std::optional<multi_hold>)>(
        detail::start_multi_acquire<std::optional<multi_hold>>{}, token, this,
        detail::patience{detail::bounded(time)});
}

inline client open_on(boost::asio::any_io_executor executor, std::string_view url, client_options options) {
    return detail::async_access::make(executor, url, std::move(options));
}

}  // namespace v0
}  // namespace interlock
