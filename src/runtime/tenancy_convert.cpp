// SPDX-License-Identifier: Apache-2.0
// One acquisition as its owner sees it: changing how it is held.
#include "runtime/answer_box.hpp"
#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"
#include "runtime/tenancy.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

core::slot::wish tenancy::wish_for(mode to, patience wait) const {
    const auto limit = handle_->limit_of(wait);
    core::slot::wish out{.to = to, .may_wait = !limit || *limit > limit->zero()};
    if (to != mode::exclusive) return out;
    if (limit && !wait) out.given_up = handle_->waited_in_vain();
    if (!out.may_wait) return out;
    if (limit) out.give_up = boot_clock::now() + *limit;
    out.refuse_deadlock = handle_->detects_deadlocks();
    return out;
}

tenancy::conversion tenancy::convert(mode to, patience wait, std::stop_token stop) {
    if (handle_->owner().forked()) return {false, handle_->owner().forked_failure()};
    auto wanted = wish_for(to, wait);
    if (wanted.may_wait) wanted.holding = handle_->owner().held_beside(*this);
    const std::stop_callback cancel{stop, [this] { cancel_conversion(); }};
    return runtime::answer_of<conversion>([&](auto done) {
        start_conversion(std::move(wanted), std::move(done));
        if (stop.stop_requested()) cancel_conversion();
    });
}

void tenancy::convert_then(mode to, patience wait, unique_function<void(conversion)> then) {
    auto& owner = handle_->owner();
    if (owner.forked()) return then({false, owner.forked_failure()});
    owner.post([self = shared_from_this(), wanted = wish_for(to, wait), then = std::move(then)]() mutable {
        self->start_conversion(std::move(wanted), std::move(then));
    });
}

void tenancy::start_conversion(core::slot::wish wanted, unique_function<void(conversion)> then) {
    bool under_way = false;
    {
        const std::lock_guard lock{guard_};
        under_way = static_cast<bool>(when_converted_);
        if (!under_way) when_converted_ = std::move(then);
    }
    if (under_way)
        return then({false, fail(errc::invalid_option,
                                 "'" + name() + "' is being converted already; wait for that first")});
    handle_->owner().convert(shared_from_this(), std::move(wanted));
}

void tenancy::cancel_conversion() {
    handle_->owner().give_up_conversion(
        shared_from_this(), fail(errc::canceled, "canceled while '" + name() + "' was being converted"));
}

void tenancy::converted(bool got, failure why) noexcept {
    unique_function<void(conversion)> then;
    {
        const std::lock_guard lock{guard_};
        then = std::move(when_converted_);
    }
    if (then) then({got, std::move(why)});
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
