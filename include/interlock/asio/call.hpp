// SPDX-License-Identifier: Apache-2.0
/// @file
/// How asynchronous calls of several steps are begun, cancelled and answered. Included by
/// `interlock/asio/cells.hpp`.
#pragma once

#include <interlock/asio/delivery.hpp>
#include <interlock/detail/async_call.hpp>
#include <interlock/detail/cell_handle.hpp>
#include <interlock/error.hpp>

#include <boost/asio/associator.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/system/error_code.hpp>

#include <memory>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {

/// A handler that is given a raw result turns it by `Read` into the one that the user's handler takes. It
/// runs where that one runs, so that code of the user's (a codec) never runs on the client's own thread.
template <class Handler, class Result, class Raw, class Read>
struct reading_handler {
    Handler handler;
    Read read;

    void operator()(boost::system::error_code ec, Raw raw) {
        Result result{};
        if (!ec) {
            try {
                result = read(std::move(raw));
            } catch (const std::system_error& e) {
                ec = e.code();
            }
        }
        std::move(handler)(ec, std::move(result));
    }
};

/// Begins a call: the handler's cancellation slot first, so that no cancellation can be missed.
template <class Result, class Raw>
struct begin_call {
    template <class Handler, class Start, class Read>
    void operator()(Handler&& handler, Start start, Read read) const {
        using code = boost::system::error_code;
        using reader = reading_handler<std::decay_t<Handler>, Result, Raw, Read>;
        delivery<reader, code, Raw> deliver{reader{std::forward<Handler>(handler), std::move(read)}};
        auto call = std::make_shared<async_call>();
        if (auto slot = deliver.cancellation_slot(); slot.is_connected()) {
            slot.assign([under_way = std::weak_ptr{call}](boost::asio::cancellation_type) {
                if (const auto still = under_way.lock()) still->cancel();
            });
        }
        start(std::move(call), on_result<Raw>{[deliver = std::move(deliver)](failure why, Raw got) mutable {
                  deliver(code{why.code}, std::move(got));
              }});
    }
};

/// The same for calls that give nothing but an error code.
struct begin_plain_call {
    template <class Handler, class Start>
    void operator()(Handler&& handler, Start start) const {
        using code = boost::system::error_code;
        delivery<std::decay_t<Handler>, code> deliver{std::forward<Handler>(handler)};
        auto call = std::make_shared<async_call>();
        if (auto slot = deliver.cancellation_slot(); slot.is_connected()) {
            slot.assign([under_way = std::weak_ptr{call}](boost::asio::cancellation_type) {
                if (const auto still = under_way.lock()) still->cancel();
            });
        }
        start(std::move(call),
              on_result<nothing>{
                  [deliver = std::move(deliver)](failure why, nothing) mutable { deliver(code{why.code}); }});
    }
};

/// Completes with `void(error_code, Result)`; `start(call, then)` gives a `Raw`, which `read` turns into it.
template <class Result, class Raw, class Start, class Read, class... Args>
auto async_result_of(Start start, Read read, Args&&... args) {
    auto&& token = token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code, Result)>(
        begin_call<Result, Raw>{}, token, std::move(start), std::move(read));
}

template <class Result, class Start, class... Args>
auto async_value_of(Start start, Args&&... args) {
    return async_result_of<Result, Result>(
        std::move(start), [](Result got) { return got; }, std::forward<Args>(args)...);
}

/// Completes with `void(error_code)`.
template <class Start, class... Args>
auto async_plain(Start start, Args&&... args) {
    auto&& token = token_or_default(std::forward<Args>(args)...);
    return boost::asio::async_initiate<decltype(token), void(boost::system::error_code)>(
        begin_plain_call{}, token, std::move(start));
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock

/// What is associated with the user's handler is associated with the one around it.
template <template <class, class> class Associator, class Handler, class Result, class Raw, class Read,
          class Default>
struct boost::asio::associator<Associator, interlock::detail::reading_handler<Handler, Result, Raw, Read>,
                               Default> : Associator<Handler, Default> {
    static auto get(const interlock::detail::reading_handler<Handler, Result, Raw, Read>& around) noexcept {
        return Associator<Handler, Default>::get(around.handler);
    }
    static auto get(const interlock::detail::reading_handler<Handler, Result, Raw, Read>& around,
                    const Default& otherwise) noexcept {
        return Associator<Handler, Default>::get(around.handler, otherwise);
    }
};
