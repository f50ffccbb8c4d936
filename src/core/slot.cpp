// SPDX-License-Identifier: Apache-2.0
// One lock in one client: asking for it, passing it on, giving it back.
#include "core/slot.hpp"

#include <algorithm>

#include "core/text.hpp"

namespace interlock::core {
namespace {

using std::chrono::milliseconds;

}  // namespace

slot::slot(std::vector<port::item> items, label who, const port::capabilities& can, port::entropy& chance,
           use how)
    : items_{std::move(items)}, who_{std::move(who)}, can_{can}, chance_{chance}, use_{how} {}

void slot::arrive(tenant_ptr who, time_point now, actions& out) {
    who->asked_at = now;
    if (lingering()) {
        line_.push_back(std::move(who));
        if (!may_pass_to(*line_.front(), now)) return give_back(milliseconds{0}, out);
        ++place_;
        return give(event_kind::handed_over, now, out);
    }
    const bool somebody_first = phase_ == phase::asking || phase_ == phase::held || !line_.empty();
    if (!who->may_wait && somebody_first) return out.push_back(tell_busy{std::move(who)}), void();
    line_.push_back(std::move(who));
    if (phase_ == phase::idle) return ask(out);
    tell(event_kind::waiting, 0, duration{0}, {}, out);
}

void slot::ask(actions& out) {
    phase_ = phase::asking;
    owner_ = chance_.draw_id();
    terms_ = line_.front()->how;
    if (label_.empty() || who_.note != terms_->label) {
        who_.note = terms_->label;
        label_ = to_text(who_);
    }
    tied_ = !line_.front()->holding.empty();
    contended_ = false;
    lost_early_ = false;
    tries_ = 1;
    retry_at_ = never;
    submit(out);
}

void slot::submit(actions& out) {
    out.push_back(do_acquire{{.owner = owner_,
                              .items = items_,
                              .lease = terms_->lease,
                              .wait = line_.front()->may_wait,
                              .order = terms_->order,
                              .label = label_,
                              .holding = line_.front()->holding,
                              .refuse_deadlock = line_.front()->refuse_deadlock}});
}

void slot::ask_next(actions& out) {
    phase_ = phase::idle;
    if (!line_.empty()) ask(out);
}

void slot::withdraw(const tenant_ptr& who, failure why, time_point now, actions& out) {
    const auto place = std::find(line_.begin(), line_.end(), who);
    if (place == line_.end()) return;
    const bool its_own = tied_ && place == line_.begin();
    line_.erase(place);
    // The claim goes first: whoever is told may at once ask for what it stands in the way of.
    if (phase_ == phase::asking && (line_.empty() || its_own)) {
        withdrawing_ = true;
        until_ = now + terms_->lease;  // The engine may have granted it just now.
        give_back(milliseconds{0}, out);
    }
    if (why) {
        out.push_back(tell_failed{who, std::move(why)});
    } else {
        out.push_back(tell_busy{who});
    }
}

void slot::acquired(const port::owner_id& owner, port::acquire_answer answer, time_point now, actions& out) {
    if (phase_ != phase::asking || owner != owner_) {
        // Withdrawn meanwhile. The withdrawal may have overtaken the claim on its way to the engine.
        if (answer.what == port::status::done && phase_ != phase::held) out.push_back(do_withdraw{owner});
        return;
    }
    switch (answer.what) {
        case port::status::done:
            return take_grant(std::move(answer.got), now, out);
        case port::status::busy:
            return refused(out);
        default:
            return try_again_or_give_up(std::move(answer), now, out);
    }
}

void slot::refused(actions& out) {
    if (!line_.front()->may_wait) {  // Else the one who would not wait has gone, and the next one will.
        out.push_back(tell_busy{line_.front()});
        line_.pop_front();
    }
    ask_next(out);
}

void slot::try_again_or_give_up(port::acquire_answer answer, time_point now, actions& out) {
    const bool unknown = answer.what == port::status::unknown;
    if (unknown && tries_ < most_tries) {
        retry_at_ = now + back_off(++tries_);
        return;
    }
    auto why = std::move(answer.why);
    if (unknown) why.code = errc::unknown_outcome;
    if (!why) why = fail(errc::protocol, "the engine refused '" + name() + "' without a reason");
    out.push_back(tell_failed{line_.front(), std::move(why)});
    line_.pop_front();
    if (!unknown) return ask_next(out);
    withdrawing_ = true;
    until_ = now + terms_->lease;
    give_back(milliseconds{0}, out);
}

void slot::take_grant(port::grant got, time_point now, actions& out) {
    phase_ = phase::held;
    engine_fences_ = std::move(got.fences);
    place_ = 0;
    passed_on_ = 0;
    contended_ = contended_ || got.contended || !can_.contention;
    renewal_failed_ = false;
    set_until(got.until, now);
    if (lost_early_) {  // The engine took it back before it told us of it.
        withdrawing_ = true;
        return give_back(milliseconds{0}, out);
    }
    const bool too_late = deadline_ <= now;
    const bool other_terms = line_.front()->how->lease != terms_->lease;
    if (too_late || other_terms) return give_back(milliseconds{0}, out);
    give(event_kind::acquired, now, out);
}

/// The first in line becomes the holder.
void slot::give(event_kind kind, time_point now, actions& out) {
    holder_ = std::move(line_.front());
    line_.pop_front();
    linger_until_ = never;
    terms_ = holder_->how;
    holder_->granted_at = now;
    holder_->as = items_.front().how;
    holder_->fences.clear();
    for (const auto number : engine_fences_)
        holder_->fences.push_back(local_fence(number, place_, can_.local_fence_bits));
    holder_->fence = holder_->fences.front();
    // A hold that is passed on keeps its schedule: else passing it on fast would put renewal off for ever.
    if (kind == event_kind::acquired) renew_at_ = renews() ? core::renew_at(until_, now) : never;
    // The event comes first: the holder may let go as soon as it is told.
    tell(kind, holder_->fence, now - holder_->asked_at, {}, out);
    out.push_back(tell_granted{holder_, trusted_until(*holder_)});
}

void slot::leave(const tenant_ptr& who, time_point now, actions& out) {
    if (holder_ != who) {
        out.push_back(
            tell_released{who, fail(errc::lost, "'" + name() + "' was lost before it was released")});
        return;
    }
    settle_conversion(false, fail(errc::canceled, "'" + name() + "' was released meanwhile"), out);
    const auto stay = must_stay(*who, now);
    holder_ = nullptr;
    if (stay > milliseconds{0}) {
        leaver_ = who;
        return give_back(stay, out);
    }
    if (!line_.empty() && may_pass_to(*line_.front(), now)) {
        ++place_;
        ++passed_on_;
        out.push_back(tell_released{who, {}});
        return give(event_kind::handed_over, now, out);
    }
    if (may_linger(*who, now)) {
        linger_until_ = now + who->how->linger;
        left_fence_ = who->fence;
        left_since_ = who->granted_at;
        out.push_back(tell_released{who, {}});
        return;
    }
    leaver_ = who;
    give_back(milliseconds{0}, out);
}

bool slot::may_pass_to(const tenant& next, time_point now) const noexcept {
    const bool number_left = place_ + 1 < (1U << can_.local_fence_bits);
    const bool same_terms =
        next.how->lease == terms_->lease && next.how->renew == renewal::automatic && renews();
    const bool fresh = deadline_ - now > terms_->lease / 3;
    const bool fair = !contended_ || passed_on_ < terms_->local_handovers;
    return number_left && same_terms && fresh && fair;
}

bool slot::may_linger(const tenant& last, time_point now) const noexcept {
    return use_ == use::again && last.how->linger > milliseconds{0} && line_.empty() && !contended_ &&
           renews() && deadline_ > now;
}

/// What is left of the minimum time to hold.
milliseconds slot::must_stay(const tenant& who, time_point now) noexcept {
    if (who.how->min_hold == milliseconds{0}) return milliseconds{0};
    return std::max(std::chrono::ceil<milliseconds>(who.granted_at + who.how->min_hold - now),
                    milliseconds{0});
}

void slot::retire(actions& out) {
    if (lingering()) give_back(milliseconds{0}, out);
}

void slot::give_back(milliseconds keep, actions& out) {
    phase_ = phase::leaving;
    if (leaver_ != nullptr) {
        left_fence_ = leaver_->fence;
        left_since_ = leaver_->granted_at;
    } else if (linger_until_ == never) {
        left_fence_ = 0;  // Nobody was told of this grant, or it was told as lost.
    }
    linger_until_ = never;
    renew_at_ = never;
    keep_ = keep;
    tries_ = 1;
    retry_at_ = never;
    if (withdrawing_) {
        out.push_back(do_withdraw{owner_});
    } else {
        out.push_back(do_release{owner_, keep_});
    }
}

void slot::left(const port::owner_id& owner, port::plain_answer answer, time_point now, actions& out) {
    if (phase_ != phase::leaving || owner != owner_) return;
    const bool answered = answer.what == port::status::done || answer.what == port::status::lost;
    const bool again = !answered && now < until_;
    auto why = outcome_of(std::move(answer));
    // The event comes first: the leaver may ask anew as soon as it is told. After a first try that was not
    // answered "lost" means that it had worked.
    if (!again && left_fence_ != 0) {
        const bool released = answered && (!why || tries_ > 1);
        tell(released ? event_kind::released : event_kind::lost, left_fence_, now - left_since_,
             released ? std::error_code{} : why.code, out);
    }
    if (const auto leaver = std::exchange(leaver_, nullptr))
        out.push_back(tell_released{leaver, std::move(why)});
    if (again) {
        retry_at_ = now + back_off(++tries_);
        return;
    }
    withdrawing_ = false;
    retry_at_ = never;
    ask_next(out);
}

failure slot::outcome_of(port::plain_answer answer) const {
    switch (answer.what) {
        case port::status::done:
            return {};
        case port::status::lost:
            return fail(errc::lost, "'" + name() + "' was not held any more");
        case port::status::unknown:
            answer.why.code = errc::unknown_outcome;
            break;
        default:
            break;
    }
    if (!answer.why)
        return fail(errc::protocol, "the engine did not release '" + name() + "' and gave no reason");
    return std::move(answer.why);
}

void slot::waiting(const port::owner_id& owner, time_point, actions& out) {
    if (phase_ == phase::asking && owner == owner_) tell(event_kind::waiting, 0, duration{0}, {}, out);
}

void slot::contended(const port::owner_id& owner, time_point, actions& out) {
    // Before the grant, too: the news of it may be on its way still.
    if ((phase_ != phase::held && phase_ != phase::asking) || owner != owner_) return;
    contended_ = true;
    if (lingering()) give_back(milliseconds{0}, out);
}

void slot::tell(event_kind kind, std::uint64_t fence, duration took, std::error_code why,
                actions& out) const {
    out.push_back(tell_event{{.kind = kind, .name = name(), .fence = fence, .took = took, .error = why}});
}

}  // namespace interlock::core
