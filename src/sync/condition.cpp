// SPDX-License-Identifier: Apache-2.0
// A condition variable. Its cell holds the line of waiters; who is not in it any more goes on.
#include <interlock/condition.hpp>

#include <interlock/detail/noted.hpp>

#include <algorithm>

#include "core/terms.hpp"
#include "runtime/blocking_errand.hpp"
#include "runtime/cell_access.hpp"
#include "runtime/looping_errand.hpp"
#include "sync/roster.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

struct condition_state {
    std::shared_ptr<session> in;
    std::string key;
    lock_options terms;
};

/// One waiter's place in the line.
struct condition_place {
    membership me{};
    std::uint64_t version = 0;  ///< Of the cell when it was last looked at.
};

namespace {

using condition_ref = std::shared_ptr<const condition_state>;
using place_ref = std::shared_ptr<condition_place>;

constexpr std::size_t most_waiters = 3000;

roster read_line(const cell_text& now, const condition_state& of) {
    auto out = roster_from(now.value.value_or(""));
    if (!out)
        throw error{fail(errc::protocol, "what is stored of condition '" + shown_name(of.key) +
                                             "' cannot be understood: '" + now.value->substr(0, 40) + "'")};
    return *std::move(out);
}

bool is_called(const roster& line, const std::string& id) {
    const auto found =
        std::find_if(line.begin(), line.end(), [&](const member& each) { return each.id == id; });
    return found == line.end() || found->called;
}

bool any_called(const roster& line) {
    return std::any_of(line.begin(), line.end(), [](const member& each) { return each.called; });
}

/// Calls the first that lives and was not called; those before it that died are struck out.
runtime::task<nothing> call_one(errand& by, std::string key, roster* line) {
    for (std::size_t i = 0; i < line->size();) {
        if ((*line)[i].called) {
            ++i;
            continue;
        }
        const bool alive = co_await is_alive(by, key, (*line)[i].id);
        if (alive) {
            (*line)[i].called = true;
            break;
        }
        line->erase(line->begin() + static_cast<std::ptrdiff_t>(i));
    }
    co_return nothing{};
}

/// Strikes out those who died after they were called, and calls others in their place.
runtime::task<nothing> call_instead_of_dead(errand& by, std::string key, roster* line) {
    roster called;
    std::copy_if(line->begin(), line->end(), std::back_inserter(called),
                 [](const member& each) { return each.called; });
    for (const auto& each : called) {
        const bool alive = co_await is_alive(by, key, each.id);
        if (alive) continue;
        strike_out(*line, each.id);
        co_await call_one(by, key, line);
    }
    co_return nothing{};
}

/// Makes room for one more, or throws.
runtime::task<nothing> stand_at_the_end(errand& by, std::string key, roster* line, std::string id) {
    if (line->size() >= most_waiters) co_await strike_out_dead(by, key, line);
    if (line->size() >= most_waiters) {
        throw error{fail(errc::unavailable, "condition '" + shown_name(key) + "' has " +
                                                std::to_string(most_waiters) + " waiters already")};
    }
    line->push_back({std::move(id)});
    co_return nothing{};
}

/// Changes the line by `step(roster*)`, a task, until the write succeeds. Returns the version then.
template <class Step>
runtime::task<std::uint64_t> change_line(errand& by, condition_ref of, Step step) {
    for (unsigned tries = 1; tries <= many_tries; ++tries) {
        const auto now = co_await read_cell(by, of->key);
        const auto before = read_line(now, *of);
        auto line = before;
        auto work = step(&line);
        co_await work;
        if (line == before) co_return now.version;
        cell_change change{to_text(line), now.version, 0};
        const auto tried = co_await write_cell(by, of->key, std::move(change));
        if (tried.written) co_return tried.now.version;
        co_await by.back_off(tries);
    }
    throw error{fail(errc::conflict, "condition '" + shown_name(of->key) + "' is too busy; try again later")};
}

runtime::task<nothing> notify_first(errand& by, condition_ref of) {
    co_await change_line(by, of, [&by, &of](roster* line) { return call_one(by, of->key, line); });
    co_return nothing{};
}

runtime::task<nothing> notify_every(errand& by, condition_ref of) {
    co_await change_line(by, of, [](roster* line) -> runtime::task<nothing> {
        line->clear();
        co_return nothing{};
    });
    co_return nothing{};
}

runtime::task<place_ref> stand_in_line(errand& by, condition_ref of) {
    auto mine = std::make_shared<condition_place>();
    mine->me = co_await join(by, of->key, of->terms);
    mine->version = co_await change_line(
        by, of, [&by, &of, &mine](roster* line) { return stand_at_the_end(by, of->key, line, mine->me.id); });
    co_return mine;
}

/// Takes this waiter out of the line; true if it had been called, or was not in it any more.
runtime::task<bool> leave_line(errand& by, condition_ref of, place_ref mine) {
    bool called = false;
    co_await change_line(by, of, [&mine, &called](roster* line) -> runtime::task<nothing> {
        called = is_called(*line, mine->me.id);
        strike_out(*line, mine->me.id);
        co_return nothing{};
    });
    co_return called;
}

/// Until this waiter is called, or the errand is over, or its own lease has ended.
runtime::task<nothing> wait_for_call(errand& by, condition_ref of, place_ref mine) {
    auto look_again = core::duration::max();
    while (!by.over() && mine->me.claim.valid()) {
        const auto changed = co_await next_change(by, of->key, mine->version, look_again);
        if (changed) {
            mine->version = changed->version;
            const auto line = read_line(*changed, *of);
            if (is_called(line, mine->me.id)) break;
            // Somebody else was called: if that one dies first, this one has to see to it.
            look_again = any_called(line) ? core::duration{of->terms.lease} : core::duration::max();
        } else if (!by.over() && mine->me.claim.valid()) {
            mine->version = co_await change_line(
                by, of, [&by, &of](roster* line) { return call_instead_of_dead(by, of->key, line); });
            --mine->version;  // To see it as it is now: it may be this one that was called.
        }
    }
    co_return nothing{};
}

runtime::task<bool> wait_in_line(errand& by, condition_ref of, place_ref mine) {
    struct listening {
        hold& claim;
        ~listening() { claim.on_lost({}); }
    };
    bool frozen = false;
    {
        const listening until_the_end{mine->me.claim};
        mine->me.claim.on_lost([&by] { by.nudge(); });
        co_await wait_for_call(by, of, mine);
        frozen = !mine->me.claim.valid();
    }
    const bool called = co_await leave_line(by, of, mine);
    co_return called || frozen;
}

}  // namespace
}  // namespace detail

using detail::blocking_errand;

condition client::condition(std::string name, lock_options options) {
    auto key = detail::cell_key(*session_, 'n', name);
    if (const auto why = core::check(options, session_->can())) throw error{why};
    if (!session_->can().inspect)
        throw error{fail(errc::unsupported, "this engine cannot show whether waiters of a condition live")};
    return interlock::condition{std::make_shared<const detail::condition_state>(
        detail::condition_state{session_, std::move(key), std::move(options)})};
}

void condition::notify_one() {
    blocking_errand here{state_->in};
    here.run(detail::notify_first(here, state_));
}

void condition::notify_all() {
    blocking_errand here{state_->in};
    here.run(detail::notify_every(here, state_));
}

void condition::notify_one(std::error_code& ec) noexcept {
    detail::noted(ec, [&] { notify_one(); });
}

void condition::notify_all(std::error_code& ec) noexcept {
    detail::noted(ec, [&] { notify_all(); });
}

condition::place condition::stand_in_line() const {
    blocking_errand here{state_->in};
    return here.run(detail::stand_in_line(here, state_));
}

bool condition::wait_in_line(const place& mine, detail::patience time, std::stop_token stop) const {
    blocking_errand here{state_->in, time, std::move(stop), detail::stopped_before::run};
    return here.run(detail::wait_in_line(here, state_, mine));
}

std::string condition::name() const { return detail::shown_name(state_->key); }

void condition::start_standing(const state& of, const async_call& by, detail::on_result<place> then) {
    detail::start_errand<place>(
        of->in, {}, by, [of](detail::errand& here) { return detail::stand_in_line(here, of); },
        std::move(then));
}

void condition::start_waiting(const state& of, const async_call& by, place mine,
                              detail::on_result<bool> then) {
    detail::start_errand<bool>(
        of->in, {}, by,
        [of, mine = std::move(mine)](detail::errand& here) { return detail::wait_in_line(here, of, mine); },
        std::move(then));
}

void condition::start_notify(const state& of, const async_call& by, whom to_wake,
                             detail::on_result<detail::nothing> then) {
    detail::start_errand<detail::nothing>(
        of->in, {}, by,
        [of, to_wake](detail::errand& here) {
            return to_wake == whom::all ? detail::notify_every(here, of) : detail::notify_first(here, of);
        },
        std::move(then));
}

}  // namespace v0
}  // namespace interlock
