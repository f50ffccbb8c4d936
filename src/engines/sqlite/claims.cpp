// SPDX-License-Identifier: Apache-2.0
// The port's operations on claims: a transaction each, then the answer.
#include "core/name.hpp"
#include "core/request.hpp"
#include "engines/sqlite/turn.hpp"

namespace interlock::sqlite {
namespace {

using namespace std::chrono_literals;
using port::status;
using verdict = rows::acquired::verdict;

constexpr auto hurry = 20ms;  // A release must not hold its caller up behind a busy file.
constexpr auto before_retry = 2ms;
constexpr std::size_t most_renewals = 256;

}  // namespace

void engine::acquire(port::claim wanted, port::handler<port::acquire_answer> done) {
    if (auto why = core::check(wanted, can())) return done({status::error, {}, std::move(why)});
    const auto sent = host_.time.now();
    turn now{*this};
    rows::acquired got;
    const auto ask = [&] {
        return now.write([&](rows::book& book, store&) { got = book.acquire(wanted, session_); });
    };
    auto ended = ask();
    const bool in_the_way = got.what == verdict::busy || got.what == verdict::refused;
    if (ended && in_the_way && bury_dead(now, got.ahead)) ended = ask();
    if (!ended) {
        now.later([done = std::move(done), ended]() mutable { done({ended.what, {}, ended.why}); });
        return;
    }
    const auto owner = wanted.owner;
    auto said = answer_to(got, sent + wanted.lease);
    if (!said) end_upgrade(now, owner, {status::lost, {}, {}});  // Its hold was over: this claim is another.
    if (said && (!waiting_.contains(owner) || is_upgrading(owner))) {
        if (said->what == status::done) held_.insert(owner);
        now.later([done = std::move(done), said = std::move(*said)]() mutable { done(std::move(said)); });
        return;
    }
    const auto [entry, fresh] = waiting_.try_emplace(owner);
    if (fresh) entry->second.wanted = std::move(wanted);
    entry->second.done.push_back(std::move(done));
    if (said) return answer(now, owner, *std::move(said));
    if (fresh) now.later([this, owner] { host_.events.waiting(owner); });
    stand_in_line(now, got);
}

/// What the rows say, as the port says it; nothing if the claim has to wait.
std::optional<port::acquire_answer> engine::answer_to(const rows::acquired& got,
                                                      boot_clock::time_point until) const {
    switch (got.what) {
        case verdict::queued:
            return std::nullopt;
        case verdict::granted:
            return port::acquire_answer{status::done, {got.fences, until, got.contended}, {}};
        case verdict::busy:
            return port::acquire_answer{status::busy, {}, {}};
        case verdict::gone:
            return port::acquire_answer{status::lost, {}, {}};
        case verdict::refused:
            break;
    }
    return port::acquire_answer{status::error, {}, got.why};
}

void engine::stand_in_line(turn& now, const rows::acquired& got) {
    plan_soon(got.recheck);
    bury_dead(now, got.ahead);
}

void engine::answer(turn& now, const port::owner_id& owner, port::acquire_answer what) {
    auto entry = waiting_.extract(owner);
    if (entry.empty()) return;
    if (what.what == status::done) held_.insert(owner);
    for (auto& done : entry.mapped().done) {
        now.later([done = std::move(done), what]() mutable { done(std::move(what)); });
    }
}

void engine::withdraw(port::owner_id owner, port::handler<port::plain_answer> done) {
    turn now{*this};
    answer(now, owner, {status::error, {}, fail(errc::canceled, "the claim was withdrawn")});
    const auto ended = now.write([&](rows::book& book, store&) { book.withdraw(owner); });
    if (ended) held_.erase(owner);
    now.later([done = std::move(done), ended]() mutable { done({ended.what, ended.why}); });
}

void engine::renew(std::vector<port::renewal> holds, port::handler<std::vector<port::renew_answer>> done) {
    std::vector<port::renew_answer> answers(holds.size());
    for (std::size_t i = 0; i < holds.size(); ++i) {
        answers[i].owner = holds[i].owner;
        answers[i].why = i < most_renewals
                             ? core::check_lease(holds[i].lease, can())
                             : fail(errc::invalid_option, "holds: at most 256 are renewed at once");
    }
    const auto sent = host_.time.now();
    turn now{*this};
    const auto ended = now.write([&](rows::book& book, store&) {
        for (std::size_t i = 0; i < holds.size(); ++i) {
            if (answers[i].why) continue;
            const auto got = book.renew(holds[i]);
            answers[i].what = got.held ? status::done : status::lost;
            answers[i].contended = got.contended;
            answers[i].until = sent + holds[i].lease;
        }
    });
    for (auto& each : answers) {
        if (!ended && !each.why) each = {.what = ended.what, .owner = each.owner, .why = ended.why};
        if (each.what != status::lost) continue;
        held_.erase(each.owner);
        end_upgrade(now, each.owner, {status::lost, {}, {}});
    }
    now.later([done = std::move(done), answers = std::move(answers)]() mutable { done(std::move(answers)); });
}

void engine::release(port::owner_id owner, std::chrono::milliseconds keep,
                     port::handler<port::plain_answer> done) {
    if (auto why = core::check_keep(keep, can())) return done({status::error, std::move(why)});
    give_back({owner, keep, host_.time.now() + patience(), std::move(done)});
}

void engine::give_back(pending_release what) {
    turn now{*this};
    bool held = false;
    const auto ended =
        now.write([&](rows::book& book, store&) { held = book.release(what.owner, what.keep); }, hurry);
    if (ended.busy && host_.time.now() < what.deadline) {
        returning_.push_back(std::move(what));
        if (retry_ == 0)
            retry_ = host_.loop.at(host_.time.now() + before_retry, [this] { give_back_again(); });
        return;
    }
    if (ended) {
        held_.erase(what.owner);
        end_upgrade(now, what.owner, {status::lost, {}, {}});
    }
    const auto said = ended && !held ? status::lost : ended.what;
    now.later([done = std::move(what.done), said, why = ended.why]() mutable { done({said, why}); });
}

void engine::give_back_again() {
    std::vector<pending_release> again;
    {
        const std::lock_guard lock{guard_};
        again.swap(returning_);
        retry_ = 0;
    }
    for (auto& each : again) give_back(std::move(each));
}

/// Who has died holds nothing, also if nobody came to wait for it: members of a barrier count on that.
void engine::inspect(port::filter which, port::handler<port::inspect_answer> done) {
    turn now{*this};
    port::inspect_answer out;
    std::vector<port::owner_id> dead;
    const auto look = [&] {
        return now.read([&](rows::book& book, store& rows) {
            out.claims = book.inspect(which);
            dead = dead_on(rows, which.name);
        });
    };
    auto ended = look();
    if (ended && bury(now, dead)) ended = look();
    out.what = ended.what;
    out.why = ended.why;
    now.later([done = std::move(done), out = std::move(out)]() mutable { done(std::move(out)); });
}

void engine::evict(std::string name, port::handler<port::plain_answer> done) {
    if (auto why = core::check_name(name)) return done({status::error, std::move(why)});
    turn now{*this};
    const auto ended = now.write([&](rows::book& book, store&) { book.evict(name); });
    now.later([done = std::move(done), ended]() mutable { done({ended.what, ended.why}); });
}

}  // namespace interlock::sqlite
