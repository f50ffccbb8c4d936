// SPDX-License-Identifier: Apache-2.0
// The blocking face of a lock: starts an acquisition and waits on the calling thread.
#include "runtime/lock_handle.hpp"

#include "core/name.hpp"
#include "core/terms.hpp"
#include "runtime/identity.hpp"
#include "runtime/session.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

lock_handle::lock_handle(std::shared_ptr<session> of, std::string name, lock_options options, reentry may)
    : session_{std::move(of)},
      name_{std::move(name)},
      terms_{std::make_shared<const lock_options>(std::move(options))},
      may_{may} {
    if (const auto why = core::check_name(name_)) throw error{why};
    if (const auto why = core::check(*terms_, session_->can())) throw error{why};
    entry_ = session_->enter(name_, *terms_);
}

lock_handle::~lock_handle() {
    if (entry_ != nullptr) session_->forget(entry_);
}

/// A new acquisition that gives up after `wait`, or after the lock's own `wait` option. Only with the latter
/// is the end of the time a failure; with the former it is "busy".
std::shared_ptr<tenancy> lock_handle::prepare(patience wait) {
    auto who = std::make_shared<tenancy>(shared_from_this());
    const auto limit = wait || !terms_->wait ? wait : patience{*terms_->wait};
    who->may_wait = !limit || *limit > limit->zero();
    if (limit && who->may_wait) who->give_up = boot_clock::now() + *limit;
    if (limit && !wait) {
        who->given_up =
            fail(errc::timed_out, "'" + name_ + "' was not free within " +
                                      std::to_string(terms_->wait->count()) + " ms (lock_options::wait)");
    }
    return who;
}

attempt lock_handle::try_for(patience wait, std::stop_token stop) {
    if (session_->forked()) return {hold{}, session_->forked_failure()};
    if (recursive()) {
        if (auto again = session_->reenter(name_, runtime::this_thread_number()))
            return {std::move(again), {}};
    }
    if (stop.stop_requested())
        return {hold{}, fail(errc::canceled, "canceled before waiting for '" + name_ + "'")};
    const auto who = prepare(wait);
    const auto end = std::exchange(who->give_up, core::never);  // This thread watches its time by itself.
    if (recursive()) who->thread = runtime::this_thread_number();
    session_->arrive(who);
    if (who->answered().raised()) return who->result();
    const std::stop_callback cancel{
        std::move(stop),
        [&] { session_->withdraw(who, fail(errc::canceled, "canceled while waiting for '" + name_ + "'")); }};
    return wait_for(who, end);
}

attempt lock_handle::wait_for(const std::shared_ptr<tenancy>& who, core::time_point end) {
    while (!who->answered().raised()) {
        const auto left = end == core::never ? patience{} : patience{end - boot_clock::now()};
        if (left && *left <= left->zero()) {
            session_->withdraw(who, {});  // Answers it, unless a grant was first.
            while (!who->answered().raised()) who->answered().wait();
            break;
        }
        who->answered().wait(left);
    }
    return who->result();
}

std::shared_ptr<tenancy> lock_handle::start(patience wait, unique_function<void(attempt)> then) {
    auto who = prepare(wait);
    // The tenancy must not own itself: the session keeps it alive until it is settled.
    who->when_settled([raw = who.get(), f = std::move(then)]() mutable { f(raw->result()); });
    session_->post([self = session_, who] { self->arrive(who); });
    return who;
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
