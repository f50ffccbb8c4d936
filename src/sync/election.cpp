// SPDX-License-Identifier: Apache-2.0
// One leader at a time: both faces of the steps.
#include <interlock/client.hpp>
#include <interlock/detail/noted.hpp>
#include <interlock/election.hpp>

#include "runtime/blocking_errand.hpp"
#include "runtime/looping_errand.hpp"
#include "sync/election_state.hpp"

namespace interlock {
inline namespace v0 {

leadership::leadership(std::shared_ptr<detail::election_state> of, hold held) noexcept
    : state_{std::move(of)}, held_{std::move(held)} {}

leadership::~leadership() = default;

void leadership::proclaim(std::string value) {
    if (!held_) throw error{fail(errc::lost, "this leadership is empty: resigned before, or moved from")};
    detail::blocking_errand here{state_->through};
    here.run(state_->proclaim(here, std::move(value), term()));
}

void leadership::proclaim(std::string value, std::error_code& ec) noexcept {
    detail::noted(ec, [&] { proclaim(std::move(value)); });
}

void leadership::resign() { held_.release(); }
void leadership::resign(std::error_code& ec) noexcept { held_.release(ec); }

interlock::election client::election(std::string name, lock_options options) {
    return interlock::election{
        std::make_shared<detail::election_state>(session_, std::move(name), std::move(options))};
}

const std::string& election::name() const noexcept { return state_->lock->name(); }

leadership election::campaign(std::string value, std::stop_token stop) {
    return campaign_within({}, std::move(value), std::move(stop));
}

leadership election::campaign(std::error_code& ec, std::string value, std::stop_token stop) noexcept {
    return detail::noted(ec, [&] { return campaign(std::move(value), std::move(stop)); });
}

/// Without a time of its own it is the lock's `wait` that ends it, as a failure.
leadership election::campaign_within(detail::patience wait, std::string value, std::stop_token stop) {
    detail::blocking_errand here{state_->through, wait ? wait : state_->lock->limit_of({}), std::move(stop)};
    auto won = here.run(state_->campaign(here, std::move(value)));
    if (!won && !wait) throw error{state_->lock->waited_in_vain()};
    return won;
}

bool election::lead(const leading_work& work, std::stop_token stop, std::string value) {
    auto me = campaign(std::move(value), stop);
    std::stop_source end;
    const auto request = [&end] { end.request_stop(); };
    const std::stop_callback when_lost{me.lost(), request};
    const std::stop_callback when_asked{stop, request};
    work(me, end.get_token());
    if (!me) return true;  // It resigned by itself.
    const bool leads = me.valid();
    std::error_code ignored;  // Whether it led to the end is known already.
    me.resign(ignored);
    return leads;
}

std::optional<leader_info> election::leader() {
    detail::blocking_errand here{state_->through};
    return here.run(state_->leader(here));
}

leader_info election::observe(const std::optional<leader_info>& known, std::stop_token stop) {
    return *observe_within({}, known, std::move(stop));
}

std::optional<leader_info> election::observe_within(detail::patience wait,
                                                    const std::optional<leader_info>& known,
                                                    std::stop_token stop) {
    detail::blocking_errand here{state_->through, wait, std::move(stop)};
    return here.run(state_->observe(here, known));
}

void election::start_campaign(std::shared_ptr<detail::async_call> call, std::string value,
                              detail::unique_function<void(failure, leadership)> then) {
    detail::start_errand<leadership>(
        state_->through, state_->lock->limit_of({}), call,
        [state = state_, value = std::move(value)](detail::errand& by) { return state->campaign(by, value); },
        [state = state_, then = std::move(then)](failure why, leadership won) mutable {
            if (!why && !won) why = state->lock->waited_in_vain();
            then(std::move(why), std::move(won));
        });
}

void election::start_observe(std::shared_ptr<detail::async_call> call, std::optional<leader_info> known,
                             detail::unique_function<void(failure, std::optional<leader_info>)> then) {
    detail::start_errand<std::optional<leader_info>>(
        state_->through, {}, call,
        [state = state_, known = std::move(known)](detail::errand& by) { return state->observe(by, known); },
        std::move(then));
}

}  // namespace v0
}  // namespace interlock
