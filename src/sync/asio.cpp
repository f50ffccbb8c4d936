// SPDX-License-Identifier: Apache-2.0
// The compiled side of the asynchronous face.
#include <interlock/asio.hpp>

#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"
#include "sync/default_engine.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

std::shared_ptr<tenancy> async_access::acquire(const std::shared_ptr<lock_handle>& lock, patience wait,
                                               unique_function<void(attempt)> then) {
    if (lock->owner().forked()) throw error{lock->owner().forked_failure()};
    return lock->start(wait, std::move(then));
}

void async_access::cancel(const std::shared_ptr<tenancy>& waiting) {
    // On the loop, and so after the arrival, which was posted there.
    waiting->handle()->owner().post([waiting] {
        auto why = fail(errc::canceled, "canceled while waiting for '" + waiting->name() + "'");
        waiting->handle()->owner().withdraw(waiting, std::move(why));
    });
}

void async_access::renew(const hold& held, unique_function<void(failure)> then) {
    if (!held.tenancy_) throw error{fail(errc::lost, "this hold is empty: released before, or moved from")};
    auto& owner = held.tenancy_->handle()->owner();
    owner.post([&owner, who = held.tenancy_, then = std::move(then)]() mutable {
        owner.renew_now(who, [who, then = std::move(then)](std::vector<port::renew_answer> answers) mutable {
            then(answers.empty() ? fail(errc::lost, "'" + who->name() + "' is not held any more")
                                 : std::move(answers.front().why));
        });
    });
}

void async_access::release(hold& held, unique_function<void(failure)> then) {
    if (!held.tenancy_) throw error{fail(errc::lost, "this hold is empty: released before, or moved from")};
    auto leaving = std::exchange(held.tenancy_, nullptr);
    auto& owner = leaving->handle()->owner();
    owner.post([leaving = std::move(leaving), then = std::move(then)]() mutable {
        leaving->leave_then(std::move(then));
    });
}

client async_access::make(const boost::asio::any_io_executor& executor, std::string_view url,
                          client_options options) {
    return client{session::open(chosen_engine(url), std::move(options), &executor)};
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
