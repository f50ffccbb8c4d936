// SPDX-License-Identifier: Apache-2.0
/// @file
/// How results of asynchronous calls reach their handlers. Included by `interlock/asio.hpp`.
#pragma once

#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <utility>

namespace interlock {
inline namespace v0 {
namespace detail {

/// Brings one result to a handler: on its executor, which is kept busy until then.
template <class Handler, class... Results>
class delivery {
public:
    explicit delivery(Handler handler)
        : handler_{std::move(handler)}, work_{boost::asio::get_associated_executor(handler_)} {}

    [[nodiscard]] auto cancellation_slot() const {
        return boost::asio::get_associated_cancellation_slot(handler_);
    }

    void operator()(Results... results) {
        const auto executor = work_.get_executor();
        // Until `post` has returned: else the handler may end the context that `post` is still touching.
        const auto until_posted = boost::asio::make_work_guard(executor);
        boost::asio::post(executor, [self = std::move(*this), ... given = std::move(results)]() mutable {
            if (auto slot = self.cancellation_slot(); slot.is_connected()) slot.clear();
            auto handler = std::move(self.handler_);
            self.work_.reset();
            std::move(handler)(std::move(given)...);
        });
    }

private:
    Handler handler_;
    boost::asio::executor_work_guard<boost::asio::associated_executor_t<Handler>> work_;
};

/// The token given, or `use_awaitable`.
inline auto token_or_default() { return boost::asio::use_awaitable; }
template <class Token>
Token&& token_or_default(Token&& given) {
    return std::forward<Token>(given);
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
