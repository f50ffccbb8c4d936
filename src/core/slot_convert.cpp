// SPDX-License-Identifier: Apache-2.0
// One lock in one client: changing the mode of what is held.
#include <algorithm>

#include "core/slot.hpp"

namespace interlock::core {

void slot::convert(const tenant_ptr& who, wish wanted, time_point, actions& out) {
    if (holder_ != who || phase_ != phase::held) {
        out.push_back(tell_converted{who, false, fail(errc::lost, "'" + name() + "' is not held any more")});
        return;
    }
    if (conversion_) {
        out.push_back(tell_converted{
            who, false,
            fail(errc::invalid_option, "'" + name() + "' is being converted already; wait for that first")});
        return;
    }
    conversion_ = conversion{.wanted = std::move(wanted), .before = who->as};
    ++request_;
    submit_conversion(out);
}

void slot::submit_conversion(actions& out) {
    const auto& wanted = conversion_->wanted;
    const bool undoing = conversion_->undone_for.has_value();
    out.push_back(do_convert{{.owner = owner_,
                              .to = undoing ? conversion_->before : wanted.to,
                              .wait = !undoing && wanted.may_wait,
                              .holding = undoing ? std::vector<port::owner_id>{} : wanted.holding,
                              .refuse_deadlock = wanted.refuse_deadlock},
                             request_});
}

/// To go back is a weaker mode, and so always possible: also if the engine has just granted the stronger one.
void slot::give_up_conversion(const tenant_ptr& who, failure why, actions& out) {
    if (!conversion_ || conversion_->undone_for || holder_ != who) return;
    if (conversion_->wanted.to != mode::exclusive) return;  // Others may be in already.
    conversion_->undone_for = std::move(why);
    conversion_->wanted.give_up = never;
    conversion_->retry_at = never;
    conversion_->tries = 1;
    ++request_;
    submit_conversion(out);
}

void slot::converted(const port::owner_id& owner, unsigned request, port::acquire_answer answer,
                     time_point now, actions& out) {
    if (!conversion_ || owner != owner_ || request != request_) return;
    const bool undoing = conversion_->undone_for.has_value();
    switch (answer.what) {
        case port::status::done:
            holder_->as = undoing ? conversion_->before : conversion_->wanted.to;
            if (!undoing && !answer.got.fences.empty())
                holder_->fence = local_fence(answer.got.fences.front(), place_, can_.local_fence_bits);
            return settle_conversion(!undoing, conversion_->undone_for.value_or(failure{}), out);
        case port::status::busy:
            return settle_conversion(false, std::move(conversion_->wanted.given_up), out);
        case port::status::lost:
            return lost(owner, std::move(answer.why), now, out);
        case port::status::unknown:
            if (conversion_->tries < most_tries) {
                conversion_->retry_at = now + back_off(++conversion_->tries);
                return;
            }
            answer.why.code = errc::unknown_outcome;
            // An upgrade that may have happened is taken back; the others are for the caller to repeat, who
            // must not count on more than the weaker mode.
            if (!undoing && conversion_->wanted.to == mode::exclusive)
                return give_up_conversion(holder_, std::move(answer.why), out);
            holder_->as = undoing ? conversion_->before : conversion_->wanted.to;
            return settle_conversion(false, std::move(answer.why), out);
        case port::status::error:
            break;
    }
    if (!answer.why)
        answer.why = fail(errc::protocol, "the engine did not convert '" + name() + "' and gave no reason");
    settle_conversion(false, std::move(answer.why), out);
}

void slot::settle_conversion(bool got, failure why, actions& out) {
    if (!conversion_) return;
    conversion_.reset();
    out.push_back(tell_converted{holder_, got, std::move(why)});
}

void slot::tick_conversion(time_point now, actions& out) {
    if (conversion_->retry_at <= now) {
        conversion_->retry_at = never;
        submit_conversion(out);
    }
    if (conversion_->wanted.give_up <= now)
        give_up_conversion(holder_, std::move(conversion_->wanted.given_up), out);
}

}  // namespace interlock::core
