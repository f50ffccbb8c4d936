// SPDX-License-Identifier: Apache-2.0
// One lock in one client: renewal, loss, and everything else that time brings.
#include <algorithm>

#include "core/slot.hpp"

namespace interlock::core {

void slot::set_until(time_point until, time_point now) noexcept {
    until_ = until;
    deadline_ = deadline(until, now);
}

bool slot::renews() const noexcept { return terms_->renew == renewal::automatic; }

time_point slot::trusted_until(const tenant& who) const noexcept {
    if (who.how->max_hold == std::chrono::milliseconds{0}) return deadline_;
    return std::min(deadline_, who.granted_at + who.how->max_hold);
}

void slot::renewed(const port::renew_answer& answer, time_point now, actions& out) {
    if (phase_ != phase::held || answer.owner != owner_) return;
    if (answer.what == port::status::lost) return lost(answer.owner, answer.why, now, out);
    const auto fence = holder_ ? holder_->fence.load() : 0;
    if (answer.what == port::status::done) {
        set_until(answer.until, now);
        contended_ = contended_ || answer.contended;
        renewal_failed_ = false;
        if (renews()) renew_at_ = core::renew_at(until_, now);
        if (holder_) out.push_back(tell_extended{holder_, trusted_until(*holder_)});
        tell(event_kind::renewed, fence, duration{0}, {}, out);
        return;
    }
    // Not lost yet: try again a few times before the deadline.
    renewal_failed_ = true;
    const duration pause = std::min<duration>((deadline_ - now) / 4, terms_->lease / 10);
    if (renews()) renew_at_ = now + std::max<duration>(pause, std::chrono::milliseconds{5});
    tell(event_kind::renew_failed, fence, duration{0}, answer.why.code, out);
}

void slot::lost(const port::owner_id& owner, failure why, time_point now, actions& out) {
    if (phase_ == phase::asking && owner == owner_)
        lost_early_ = true;  // The news of the grant is on its way.
    if (phase_ != phase::held || owner != owner_) return;
    if (!why) why = fail(errc::lost, "'" + name() + "' is not held by this client any more");
    end_grant(std::move(why), now, out);
    ask_next(out);
}

void slot::end_grant(failure why, time_point now, actions& out) {
    renew_at_ = never;
    linger_until_ = never;
    if (holder_ == nullptr) return;  // It lingered.
    why.code = errc::lost;
    settle_conversion(false, why, out);
    tell(event_kind::lost, holder_->fence, now - holder_->granted_at, why.code, out);
    out.push_back(tell_lost{std::move(holder_), std::move(why)});
    holder_ = nullptr;
}

void slot::tick(time_point now, actions& out) {
    tick_line(now, out);
    tick_retry(now, out);
    if (phase_ == phase::held) tick_hold(now, out);
    if (conversion_) tick_conversion(now, out);
}

void slot::tick_line(time_point now, actions& out) {
    std::vector<tenant_ptr> late;
    for (const auto& who : line_) {
        if (who->give_up <= now) late.push_back(who);
    }
    for (const auto& who : late) withdraw(who, {}, now, out);
}

void slot::tick_retry(time_point now, actions& out) {
    if (retry_at_ > now) return;
    retry_at_ = never;
    if (phase_ == phase::asking) {
        submit(out);
    } else if (withdrawing_) {
        out.push_back(do_withdraw{owner_});
    } else {
        out.push_back(do_release{owner_, keep_});
    }
}

void slot::tick_hold(time_point now, actions& out) {
    const auto end = holder_ ? trusted_until(*holder_) : std::min(linger_until_, deadline_);
    if (end <= now) {
        if (!holder_) return give_back(std::chrono::milliseconds{0}, out);
        const auto stay = must_stay(*holder_, now);
        const bool too_long = end < deadline_;
        end_grant(fail(errc::lost, too_long ? "'" + name() + "' was held for its max_hold time"
                                            : "'" + name() + "' could not be renewed before its lease ended"),
                  now, out);
        return give_back(stay, out);
    }
    // A try after a failure keeps its distance; else it may go a little early, along with others.
    if (renew_at_ <= now + (renewal_failed_ ? duration{0} : renew_slack(terms_->lease))) {
        renew_at_ = never;  // Set again by the answer.
        out.push_back(do_renew{owner_, terms_->lease, deadline_});
    }
}

time_point slot::next_tick() const noexcept {
    auto next = retry_at_;
    for (const auto& who : line_) next = std::min(next, who->give_up);
    if (phase_ == phase::held) {
        next = std::min(
            {next, renew_at_, holder_ ? trusted_until(*holder_) : std::min(linger_until_, deadline_)});
    }
    if (conversion_) next = std::min({next, conversion_->retry_at, conversion_->wanted.give_up});
    return next;
}

}  // namespace interlock::core
