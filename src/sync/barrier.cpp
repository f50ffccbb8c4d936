// SPDX-License-Identifier: Apache-2.0
// A meeting point. Its cell holds "GENERATION PARTIES;who passed last;who waits".
#include <interlock/barrier.hpp>

#include <interlock/cell.hpp>
#include <interlock/detail/noted.hpp>

#include "core/terms.hpp"
#include "runtime/blocking_errand.hpp"
#include "runtime/cell_access.hpp"
#include "runtime/looping_errand.hpp"
#include "sync/roster.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

struct barrier_state {
    std::shared_ptr<session> in;
    std::string key;
    std::uint32_t parties;
    lock_options terms;
};

namespace {

using barrier_ref = std::shared_ptr<const barrier_state>;

/// What the cell says.
struct meeting {
    std::uint64_t generation = 0;
    std::uint32_t parties = 0;
    roster passed{};  ///< The members of the generation before.
    roster waiting{};
};

std::string to_text(const meeting& now) {
    return std::to_string(now.generation) + ' ' + std::to_string(now.parties) + ';' + to_text(now.passed) +
           ';' + to_text(now.waiting);
}

std::optional<meeting> meeting_from(std::string_view text) {
    const auto space = text.find(' ');
    const auto first = text.find(';');
    const auto second = text.find(';', first + 1);
    if (space == text.npos || first == text.npos || second == text.npos || space > first) return std::nullopt;
    const auto generation = cell_codec<std::uint64_t>::decode(text.substr(0, space));
    const auto parties = cell_codec<std::uint32_t>::decode(text.substr(space + 1, first - space - 1));
    auto passed = roster_from(text.substr(first + 1, second - first - 1));
    auto waiting = roster_from(text.substr(second + 1));
    if (!generation || !parties || !passed || !waiting) return std::nullopt;
    return meeting{*generation, *parties, *std::move(passed), *std::move(waiting)};
}

meeting read_meeting(const cell_text& now, const barrier_state& of) {
    if (!now.value) return {.parties = of.parties};
    auto out = meeting_from(*now.value);
    if (!out)
        throw error{fail(errc::protocol, "what is stored of barrier '" + shown_name(of.key) +
                                             "' cannot be understood: '" + now.value->substr(0, 40) + "'")};
    if (out->parties != of.parties) {
        throw error{fail(errc::limit_mismatch, "barrier '" + shown_name(of.key) + "' is for " +
                                                   std::to_string(out->parties) + " parties, not " +
                                                   std::to_string(of.parties) + "; use the same everywhere")};
    }
    return *std::move(out);
}

/// One arrival on its way.
struct arriving {
    barrier_ref of;
    membership me{};
    std::uint64_t generation = 0;
    std::uint64_t version = 0;  ///< Of the cell when it was last looked at.
    bool last = false;          ///< Its write made the generation complete.
    bool surely_listed = true;  ///< False while the outcome of its write is unknown.
};

/// Where an arrival stands.
enum class standing : std::uint8_t { waits, passed, lost };

/// A member is struck out only after its claim was gone. One whose claim is still there was therefore never
/// struck out: if it is not listed any more it has passed, however many generations ago.
runtime::task<standing> judge(errand& by, const arriving* who, const meeting* now) {
    const auto& id = who->me.id;
    if (now->generation == who->generation)
        co_return lists(now->waiting, id) ? standing::waits : standing::lost;
    if (now->generation == who->generation + 1)
        co_return lists(now->passed, id) ? standing::passed : standing::lost;
    // The store has lost its data, or the list that would show the outcome of the write has gone.
    if (now->generation < who->generation || !who->surely_listed) co_return standing::lost;
    const bool alive = co_await is_alive(by, who->of->key, id);
    co_return alive ? standing::passed : standing::lost;
}

/// The meeting with one more member, who may make it complete. The dead are struck out only when they would
/// be counted.
runtime::task<meeting> with_one_more(errand& by, const barrier_state* of, meeting now, std::string id) {
    if (now.waiting.size() + 1 >= of->parties) co_await strike_out_dead(by, of->key, &now.waiting);
    now.waiting.push_back({std::move(id)});
    if (now.waiting.size() == of->parties) {
        ++now.generation;
        now.passed = std::exchange(now.waiting, {});
    }
    co_return now;
}

/// Whether it was written, and as which version; `nullopt` if that is not known.
runtime::task<std::optional<cell_outcome>> try_to_write(errand& by, std::string key, cell_change change) {
    std::optional<cell_outcome> out;
    try {
        out = co_await write_cell(by, std::move(key), std::move(change));
    } catch (const error& e) {
        if (e.code() != errc::unknown_outcome) throw;
    }
    co_return out;
}

/// Puts this member on the list, or completes the generation with it.
runtime::task<nothing> enlist(errand& by, arriving* who) {
    const auto* of = who->of.get();
    for (unsigned tries = 1; tries <= many_tries; ++tries) {
        const auto cell = co_await read_cell(by, of->key);
        auto now = read_meeting(cell, *of);
        who->generation = now.generation;
        const auto next = co_await with_one_more(by, of, std::move(now), who->me.id);
        who->last = next.generation > who->generation;
        cell_change change{to_text(next), cell.version, 0};
        const auto tried = co_await try_to_write(by, of->key, std::move(change));
        who->surely_listed = tried.has_value();
        // Otherwise the cell is looked at once more, as it is now, and shows it.
        who->version = tried ? tried->now.version : 0;
        if (!tried || tried->written) co_return nothing{};
        co_await by.back_off(tries);
    }
    throw error{fail(errc::conflict, "barrier '" + shown_name(of->key) + "' is too busy; arrive again")};
}

/// Takes this member off the list, unless it has left it already; tells where it stands then.
runtime::task<standing> withdraw(errand& by, const arriving* who) {
    const auto& of = *who->of;
    for (unsigned tries = 1; tries <= many_tries; ++tries) {
        const auto cell = co_await read_cell(by, of.key);
        auto now = read_meeting(cell, of);
        const auto stands = co_await judge(by, who, &now);
        if (stands != standing::waits) co_return stands;
        strike_out(now.waiting, who->me.id);
        cell_change change{to_text(now), cell.version, 0};
        const auto tried = co_await write_cell(by, of.key, std::move(change));
        if (tried.written) co_return standing::waits;
        co_await by.back_off(tries);
    }
    co_return standing::waits;  // It gives up its claim now: the others will strike it out.
}

/// Waits until this member has passed, or is lost, or has to leave (and has been taken off the list then).
runtime::task<standing> wait_for_others(errand& by, arriving* who) {
    while (true) {
        const auto changed = co_await next_change(by, who->of->key, who->version);
        if (!changed) {
            if (by.over() || !who->me.claim.valid()) co_return co_await withdraw(by, who);
            continue;
        }
        who->version = changed->version;
        const auto now = read_meeting(*changed, *who->of);
        const auto stands = co_await judge(by, who, &now);
        if (stands != standing::waits) co_return stands;
        who->surely_listed = true;
    }
}

runtime::task<std::optional<arrival>> arrive(errand& by, barrier_ref of) {
    arriving who{.of = of};
    who.me = co_await join(by, of->key, of->terms);
    if (!who.me.claim) {  // The time was over before it could arrive.
        end_if_stopped(by, of->key);
        co_return std::nullopt;
    }
    co_await enlist(by, &who);
    if (who.last && who.surely_listed) co_return arrival{who.generation, true};
    who.me.claim.on_lost([&by] { by.nudge(); });
    const auto stands = co_await wait_for_others(by, &who);
    if (stands == standing::passed) co_return arrival{who.generation, who.last};
    if (stands == standing::lost || !who.me.claim.valid()) {
        throw error{fail(errc::lost, "this member was taken out of barrier '" + shown_name(of->key) +
                                         "': its lease ended while it waited; arrive again")};
    }
    end_if_stopped(by, of->key);
    co_return std::nullopt;
}

runtime::task<std::uint32_t> count_waiting(errand& by, barrier_ref of) {
    const auto cell = co_await read_cell(by, of->key);
    co_return static_cast<std::uint32_t>(read_meeting(cell, *of).waiting.size());
}

}  // namespace
}  // namespace detail

using detail::blocking_errand;

barrier client::barrier(std::string name, std::uint32_t parties, lock_options options) {
    constexpr std::uint32_t most_parties = 1000;
    auto key = detail::cell_key(*session_, 'b', name);
    if (parties < 1 || parties > most_parties) {
        throw error{fail(errc::invalid_option,
                         "parties: " + std::to_string(parties) + " is out of range; give 1 to 1000")};
    }
    if (const auto why = core::check(options, session_->can())) throw error{why};
    if (!session_->can().inspect)
        throw error{fail(errc::unsupported, "this engine cannot show whether members of a barrier live")};
    return interlock::barrier{std::make_shared<const detail::barrier_state>(
        detail::barrier_state{session_, std::move(key), parties, std::move(options)})};
}

std::optional<arrival> barrier::arrive_within(detail::patience time, std::stop_token stop) {
    blocking_errand here{state_->in, time, std::move(stop)};
    return here.run(detail::arrive(here, state_));
}

arrival barrier::arrive_and_wait(std::stop_token stop) { return *arrive_within({}, std::move(stop)); }

arrival barrier::arrive_and_wait(std::error_code& ec, std::stop_token stop) noexcept {
    return detail::noted(ec, [&] { return arrive_and_wait(std::move(stop)); });
}

std::uint32_t barrier::waiting() const {
    blocking_errand here{state_->in};
    return here.run(detail::count_waiting(here, state_));
}

std::string barrier::name() const { return detail::shown_name(state_->key); }

void barrier::start(const state& of, const std::shared_ptr<detail::async_call>& call, detail::patience time,
                    detail::on_result<std::optional<arrival>> then) {
    detail::start_errand<std::optional<arrival>>(
        of->in, time, call, [of](detail::errand& by) { return detail::arrive(by, of); }, std::move(then));
}

}  // namespace v0
}  // namespace interlock
