// SPDX-License-Identifier: Apache-2.0
// One lock in one client: the local line, the local holder, and the claim that stands for them at the engine.
#pragma once

#include <interlock/engine/host.hpp>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/actions.hpp"

namespace interlock::core {

/// A state machine without I/O, clock or threads: events go in with the time, actions come out.
///
/// ```
///            arrive                  granted                 leave, lost by deadline
///   idle ───────────────▶ asking ───────────────▶ held ───────────────────────────▶ leaving ──▶ idle
///                           │ last one withdrew     │ ▲ leave: passed on to the next in the local line
///                           └───────────────────────┼─┴──▶ …, or kept for a moment (linger)
///                                                   └ lost at the engine ──▶ idle
/// ```
/// At most one claim of this client is at the engine for the slot's names; a release is always confirmed,
/// or its lease over, before the next claim is sent. Each claim has a new owner id; a claim or release whose
/// outcome is unknown is repeated under its old one, and in the end undone. While held, its mode can be
/// converted: see `convert`.
class slot {
public:
    /// A slot that is not used again has nothing to linger for.
    enum class use : std::uint8_t { again, once };
    slot(std::vector<port::item> items, label who, const port::capabilities& can, port::entropy& chance,
         use how = use::again);

    [[nodiscard]] const std::string& name() const noexcept { return items_.front().name; }
    /// Whether the limits of all permits asked for are as stored: else a claim of it compares them.
    [[nodiscard]] bool follows_limits() const noexcept {
        return std::all_of(items_.begin(), items_.end(), [](const port::item& each) {
            return each.how != mode::permits || each.limit == 0;
        });
    }

    // Events from this process.
    void arrive(tenant_ptr who, time_point now, actions& out);
    /// Ends a wait; without a failure the answer is "busy". Nothing happens if it is over already.
    void withdraw(const tenant_ptr& who, failure why, time_point now, actions& out);
    void leave(const tenant_ptr& who, time_point now, actions& out);
    /// Whether `who` holds the lock as far as is known.
    [[nodiscard]] bool is_holder(const tenant& who) const noexcept { return holder_.get() == &who; }
    /// Whether who arrives now is served without waiting for others of this process.
    [[nodiscard]] bool at_rest() const noexcept { return phase_ == phase::idle || lingering(); }

    // Conversions, of a slot of one name. Each is answered by `tell_converted`.
    /// To exclusive it waits for other holders until `give_up`; `given_up` as in `tenant`.
    struct wish {
        mode to = mode::shared;
        bool may_wait = false;
        time_point give_up = never;
        failure given_up{};
        std::vector<port::owner_id> holding{};
        bool refuse_deadlock = true;
    };
    void convert(const tenant_ptr& who, wish wanted, time_point now, actions& out);
    /// Ends the wait of a conversion: the hold keeps the mode that it had. Without a failure it was "busy".
    void give_up_conversion(const tenant_ptr& who, failure why, actions& out);
    void converted(const port::owner_id& owner, unsigned request, port::acquire_answer answer, time_point now,
                   actions& out);

    // Events from the engine.
    void acquired(const port::owner_id& owner, port::acquire_answer answer, time_point now, actions& out);
    void left(const port::owner_id& owner, port::plain_answer answer, time_point now, actions& out);
    void renewed(const port::renew_answer& answer, time_point now, actions& out);
    void lost(const port::owner_id& owner, failure why, time_point now, actions& out);
    void waiting(const port::owner_id& owner, time_point now, actions& out);
    void contended(const port::owner_id& owner, time_point now, actions& out);

    /// The client closes: what is only kept in case it is wanted again is given back.
    void retire(actions& out);

    // Time.
    void tick(time_point now, actions& out);
    /// When `tick` is needed next; `never` if nothing is pending.
    [[nodiscard]] time_point next_tick() const noexcept;

    [[nodiscard]] const port::owner_id& owner() const noexcept { return owner_; }
    /// A claim is at the engine, or may be.
    [[nodiscard]] bool engaged() const noexcept { return phase_ != phase::idle; }
    /// A release is on its way.
    [[nodiscard]] bool leaving() const noexcept { return phase_ == phase::leaving; }

private:
    enum class phase : std::uint8_t { idle, asking, held, leaving };

    void ask(actions& out);
    void submit(actions& out);
    void ask_next(actions& out);
    void refused(actions& out);
    void take_grant(port::grant got, time_point now, actions& out);
    void give(event_kind kind, time_point now, actions& out);
    [[nodiscard]] bool may_pass_to(const tenant& next, time_point now) const noexcept;
    [[nodiscard]] bool may_linger(const tenant& last, time_point now) const noexcept;
    [[nodiscard]] bool lingering() const noexcept { return phase_ == phase::held && holder_ == nullptr; }
    [[nodiscard]] static std::chrono::milliseconds must_stay(const tenant& who, time_point now) noexcept;
    void give_back(std::chrono::milliseconds keep, actions& out);
    [[nodiscard]] failure outcome_of(port::plain_answer answer) const;
    void end_grant(failure why, time_point now, actions& out);
    void try_again_or_give_up(port::acquire_answer answer, time_point now, actions& out);
    void set_until(time_point until, time_point now) noexcept;
    [[nodiscard]] time_point trusted_until(const tenant& who) const noexcept;
    [[nodiscard]] bool renews() const noexcept;
    void tick_line(time_point now, actions& out);
    void tick_retry(time_point now, actions& out);
    void tick_hold(time_point now, actions& out);
    void submit_conversion(actions& out);
    void settle_conversion(bool got, failure why, actions& out);
    void tick_conversion(time_point now, actions& out);
    void tell(event_kind kind, std::uint64_t fence, duration took, std::error_code why, actions& out) const;

    const std::vector<port::item> items_;
    label who_;
    std::string label_;  // `who_` with the note of `terms_`, as text.
    const port::capabilities& can_;
    port::entropy& chance_;
    const use use_;

    phase phase_ = phase::idle;
    std::deque<tenant_ptr> line_;
    tenant_ptr holder_;

    // The claim at the engine.
    port::owner_id owner_{};
    std::shared_ptr<const lock_options> terms_;  // Of the tenant it was made for.
    unsigned tries_ = 0;                         // Of the request under way.
    time_point retry_at_ = never;
    bool tied_ = false;  // It tells what its thread holds: nobody else can inherit it.

    // What was granted.
    std::vector<std::uint64_t> engine_fences_;
    std::uint32_t place_ = 0;      // Of the local holder within the grant.
    std::uint32_t passed_on_ = 0;  // Times passed on since the grant.
    bool contended_ = false;
    bool lost_early_ = false;      // Lost before we heard of the grant.
    bool renewal_failed_ = false;  // The last one.
    time_point until_{};           // The engine honours it so long.
    time_point deadline_{};        // We trust it so long.
    time_point renew_at_ = never;
    time_point linger_until_ = never;

    // What is being converted.
    struct conversion {
        wish wanted;
        mode before = mode::exclusive;
        unsigned tries = 1;
        time_point retry_at = never;
        std::optional<failure> undone_for{};  // Being taken back; then this is told.
    };
    std::optional<conversion> conversion_;
    unsigned request_ = 0;  // Tells the answer to the last request from those before.

    // What is being given back.
    tenant_ptr leaver_;         // Wants to hear how it went.
    bool withdrawing_ = false;  // Never granted, as far as we know.
    std::chrono::milliseconds keep_{0};
    std::uint64_t left_fence_ = 0;
    time_point left_since_{};
};

}  // namespace interlock::core
