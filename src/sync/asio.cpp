// SPDX-License-Identifier: Apache-2.0
// The compiled side of the asynchronous face.
#include <interlock/asio.hpp>

#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"
#include "sync/conversion.hpp"
#include "sync/default_engine.hpp"
#include "sync/multi_attempt.hpp"
#include "sync/multi_state.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

std::shared_ptr<tenancy> async_access::acquire(const std::shared_ptr<lock_handle>& lock, patience wait,
                                               unique_function<void(attempt)> then) {
    if (lock->owner().forked()) throw error{lock->owner().forked_failure()};
    if (lock->recursive())
        throw error{fail(errc::unsupported, "'" + lock->name() +
                                                "' is bound to threads; use its blocking "
                                                "functions, or a lock that is not recursive")};
    return lock->start(wait, std::move(then));
}

void async_access::cancel(const std::shared_ptr<tenancy>& waiting) { waiting->cancel(); }

void async_access::renew(const hold& held, unique_function<void(failure)> then) {
    if (!held.tenancy_) throw error{fail(errc::lost, "this hold is empty: released before, or moved from")};
    auto& owner = held.tenancy_->handle()->owner();
    if (owner.forked()) throw error{owner.forked_failure()};
    owner.post([&owner, who = held.tenancy_, then = std::move(then)]() mutable {
        owner.renew_now(who, [who, then = std::move(then)](std::vector<port::renew_answer> answers) mutable {
            then(answers.empty() ? fail(errc::lost, "'" + who->name() + "' is not held any more")
                                 : std::move(answers.front().why));
        });
    });
}

void async_access::release(hold& held, unique_function<void(failure)> then) {
    if (!held.tenancy_) throw error{fail(errc::lost, "this hold is empty: released before, or moved from")};
    auto& owner = held.tenancy_->handle()->owner();
    if (owner.forked()) throw error{owner.forked_failure()};
    auto leaving = std::exchange(held.tenancy_, nullptr);
    owner.post([leaving = std::move(leaving), level = held.level_, then = std::move(then)]() mutable {
        leaving->leave_then(level, std::move(then));
    });
}

void async_access::convert(const hold& held, mode to, patience wait,
                           unique_function<void(failure, bool)> then) {
    if (!held.tenancy_) throw error{fail(errc::lost, "this hold is empty: released before, or moved from")};
    if (auto why = check_conversion(*held.tenancy_, to)) throw error{why};
    held.tenancy_->convert_then(to, wait, [then = std::move(then)](tenancy::conversion ended) mutable {
        then(std::move(ended.why), ended.got);
    });
}

void async_access::cancel_conversion(const std::weak_ptr<tenancy>& converting) {
    if (const auto still = converting.lock())
        still->handle()->owner().post([still] { still->cancel_conversion(); });
}

std::weak_ptr<tenancy> async_access::behind(const hold& held) noexcept { return held.tenancy_; }

std::shared_ptr<multi_attempt> async_access::acquire(multi_lock& locks, patience wait,
                                                     unique_function<void(multi_result)> then) {
    for (const auto& part : locks.state_->parts)
        if (part->owner().forked()) throw error{part->owner().forked_failure()};
    auto made = std::make_shared<multi_attempt>(locks.state_->parts, wait);
    made->start(std::move(then));
    return made;
}

void async_access::cancel(const std::weak_ptr<multi_attempt>& waiting) {
    if (const auto still = waiting.lock()) still->cancel();
}

client async_access::make(const boost::asio::any_io_executor& executor, std::string_view url,
                          client_options options) {
    return client{session::open(chosen_engine(url), std::move(options), &executor)};
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
