// SPDX-License-Identifier: Apache-2.0
// The blocking face of a lock: starts an acquisition and waits on the calling thread.
#include "runtime/lock_handle.hpp"

#include "core/name.hpp"
#include "core/terms.hpp"
#include "runtime/identity.hpp"
#include "runtime/session.hpp"
#include "runtime/thread_holds.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

lock_handle::lock_handle(std::shared_ptr<session> of, lock_shape shape, lock_options options)
    : session_{std::move(of)},
      shape_{std::move(shape)},
      terms_{std::make_shared<const lock_options>(std::move(options))} {
    for (const auto& item : shape_.items) {
        if (const auto why = core::check_name(item.name)) throw error{why};
        if (const auto why = core::check_able(item.how, session_->can())) throw error{why};
    }
    if (const auto why = core::check(*terms_, session_->can())) throw error{why};
    if (session_->forked()) throw error{session_->forked_failure()};
    session_->plan_for(*terms_);
    if (shape_.where == waiting_place::in_process) entry_ = session_->enter(name());
}

lock_handle::~lock_handle() {
    if (entry_ != nullptr) session_->forget(entry_);
    session_->disown(own_slots_);
}

/// A new acquisition that gives up after `wait`, or after the lock's own `wait` option. Only with the latter
/// is the end of the time a failure; with the former it is "busy".
std::shared_ptr<tenancy> lock_handle::prepare(patience wait) {
    auto who = std::make_shared<tenancy>(shared_from_this());
    const auto limit = limit_of(wait);
    who->may_wait = !limit || *limit > limit->zero();
    who->refuse_deadlock = terms_->detect_deadlock;
    if (limit && who->may_wait) who->give_up = boot_clock::now() + *limit;
    if (limit && !wait) who->given_up = waited_in_vain();
    return who;
}

std::vector<port::item> lock_handle::items_to_ask() const {
    auto out = shape_.items;
    if (shape_.limit_agreed && *shape_.limit_agreed)
        for (auto& item : out)
            if (item.how == mode::permits) item.limit = 0;
    return out;
}

patience lock_handle::limit_of(patience asked) const {
    return asked || !terms_->wait ? asked : patience{*terms_->wait};
}

failure lock_handle::waited_in_vain() const {
    return fail(errc::timed_out, "'" + name() + "' was not free within " +
                                     std::to_string(terms_->wait->count()) + " ms (lock_options::wait)");
}

/// For the engine, which sees cycles. A wait that ends by itself may be for what this thread has.
void lock_handle::note_holdings(tenancy& who, core::time_point end) const {
    if (!who.may_wait || !session_->can().deadlock) return;
    bool for_itself = false;
    who.holding = session_->held_by_this_thread(*this, for_itself);
    if (for_itself && end != core::never) who.refuse_deadlock = false;
}

attempt lock_handle::try_for(patience wait, std::stop_token stop) {
    if (session_->forked()) return {hold{}, session_->forked_failure()};
    if (recursive()) {
        auto again = session_->reenter(name(), runtime::this_thread_number(), shape_.items.front().how);
        if (again.got || again.why) return again;
    }
    if (stop.stop_requested())
        return {hold{}, fail(errc::canceled, "canceled before waiting for '" + name() + "'")};
    const auto who = prepare(wait);
    const auto end = std::exchange(who->give_up, core::never);  // This thread watches its time by itself.
    if (recursive()) who->thread = runtime::this_thread_number();
    note_holdings(*who, end);
    session_->arrive(who);
    if (!who->answered().raised()) {
        const std::stop_callback cancel{
            std::move(stop), [&] {
                session_->withdraw(who, fail(errc::canceled, "canceled while waiting for '" + name() + "'"));
            }};
        wait_for(who, end);
    }
    auto tried = who->result();
    if (tried.got) runtime::note_taken(who);
    return tried;
}

void lock_handle::wait_for(const std::shared_ptr<tenancy>& who, core::time_point end) {
    while (!who->answered().raised()) {
        const auto left = end == core::never ? patience{} : patience{end - boot_clock::now()};
        if (left && *left <= left->zero()) {
            session_->withdraw(who, {});  // Answers it, unless a grant was first.
            while (!who->answered().raised()) who->answered().wait();
            break;
        }
        who->answered().wait(left);
    }
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
