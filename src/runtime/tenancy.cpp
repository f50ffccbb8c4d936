// SPDX-License-Identifier: Apache-2.0
// One acquisition as its owner sees it.
#include "runtime/tenancy.hpp"

#include "runtime/answer_box.hpp"
#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

tenancy::tenancy(std::shared_ptr<lock_handle> of) : core::tenant{of->terms()}, handle_{std::move(of)} {}

attempt tenancy::result() {
    if (got_) return {hold{shared_from_this()}, {}};
    return {hold{}, std::move(why_)};
}

void tenancy::answer(failure why, bool got) noexcept {
    why_ = std::move(why);
    got_ = got;
    if (settled_) {
        auto settled = std::move(settled_);
        settled();
    } else {
        answered_.raise();
    }
}

void tenancy::granted(core::time_point until) noexcept {
    extended(until);
    answer({}, true);
}

void tenancy::busy() noexcept { answer(given_up, false); }

void tenancy::failed(failure why) noexcept { answer(std::move(why), false); }

void tenancy::extended(core::time_point until) noexcept {
    until_.store(until.time_since_epoch().count(), std::memory_order_release);
}

void tenancy::signal_lost() {
    std::stop_source signal{std::nostopstate};
    {
        const std::lock_guard lock{guard_};
        if (!signal_) return;  // Nobody listens; who asks later finds it lost.
        signal = *signal_;
    }
    signal.request_stop();
}

void tenancy::released(failure why) noexcept {
    unique_function<void(failure)> then;
    {
        const std::lock_guard lock{guard_};
        then = std::move(then_);
    }
    if (then) then(std::move(why));
}

const std::string& tenancy::name() const noexcept { return handle_->name(); }

bool tenancy::valid() const noexcept {
    return !lost_.load(std::memory_order_acquire) && !handle_->owner().forked() &&
           boot_clock::now() < valid_until();
}

core::time_point tenancy::valid_until() const noexcept {
    return core::time_point{core::duration{until_.load(std::memory_order_acquire)}};
}

std::stop_token tenancy::lost_token() {
    const std::lock_guard lock{guard_};
    if (!signal_) {
        signal_.emplace();
        if (lost_.load(std::memory_order_acquire)) signal_->request_stop();
    }
    return signal_->get_token();
}

void tenancy::on_lost(std::function<void()> action) {
    const auto self = shared_from_this();  // The action may run at once, and may end the hold.
    const auto token = lost_token();
    action_.reset();
    if (!action) return;
    // Shared with the call: an action that ends its own hold is taken out while it runs.
    action_.emplace(token, [kept = std::make_shared<std::function<void()>>(std::move(action))] {
        const auto running = kept;
        (*running)();
    });
}

failure tenancy::renew() {
    auto answers = runtime::answer_of<std::vector<port::renew_answer>>(
        [this](auto done) { handle_->owner().renew_now(shared_from_this(), std::move(done)); });
    return answers.empty() ? fail(errc::lost, "'" + name() + "' is not held any more") : answers.front().why;
}

void tenancy::leave() noexcept {
    const auto self = shared_from_this();
    if (!handle_->owner().leave_level(self)) return released({});  // An outer level still holds.
    action_.reset();
    handle_->owner().leave(self);
}

failure tenancy::leave_and_wait() {
    return runtime::answer_of<failure>([this](auto done) { leave_then(std::move(done)); });
}

void tenancy::leave_then(unique_function<void(failure)> then) {
    if (handle_->owner().forked()) return then(handle_->owner().forked_failure());
    {
        const std::lock_guard lock{guard_};
        then_ = std::move(then);
    }
    leave();
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
