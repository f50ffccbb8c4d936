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

tenancy::~tenancy() {
    if (entry_ != nullptr && entry_ != handle_->entry()) handle_->owner().forget(entry_);
}

void tenancy::cancel() {
    // On the loop, and so after the arrival, which was posted there.
    handle_->owner().post([self = shared_from_this()] {
        auto why = fail(errc::canceled, "canceled while waiting for '" + self->name() + "'");
        self->handle_->owner().withdraw(self, std::move(why));
    });
}

attempt tenancy::result() {
    if (got_) return {hold{shared_from_this(), as}, {}};
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
    handle_->note_granted();
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

unique_function<void(failure)> tenancy::take_then() {
    const std::lock_guard lock{guard_};
    return std::move(then_);
}

void tenancy::released(failure why) noexcept {
    if (auto then = take_then()) then(std::move(why));
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

void tenancy::leave(mode level) noexcept {
    switch (handle_->owner().leave_level(shared_from_this(), level)) {
        case core::recursion::left::nothing:
            return leave_last();
        case core::recursion::left::reading:
            return read_on();
        case core::recursion::left::more:
            return released({});
    }
}

/// Whoever waits for this level waits for the downgrade; a later release has its own answer.
void tenancy::read_on() {
    start_conversion({.to = mode::shared}, [then = take_then()](conversion ended) mutable {
        if (then) then(std::move(ended.why));
    });
}

void tenancy::leave_last() noexcept {
    action_.reset();
    handle_->owner().leave(shared_from_this());
}

failure tenancy::leave_and_wait(mode level) {
    return runtime::answer_of<failure>([this, level](auto done) { leave_then(level, std::move(done)); });
}

void tenancy::leave_then(mode level, unique_function<void(failure)> then) {
    if (handle_->owner().forked()) return then(handle_->owner().forked_failure());
    {
        const std::lock_guard lock{guard_};
        then_ = std::move(then);
    }
    leave(level);
}

std::uint64_t tenancy::fence_of(std::string_view name) const noexcept {
    const auto& items = handle_->items();
    if (items.size() == 1) return items.front().name == name ? fence.load() : 0;
    for (std::size_t i = 0; i < items.size(); ++i)
        if (items[i].name == name) return fences[i];
    return 0;
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
