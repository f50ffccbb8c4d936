// SPDX-License-Identifier: Apache-2.0
// The port's operations that change what is there: the mode of a hold, the number of permits.
#include "core/request.hpp"
#include "engines/sqlite/turn.hpp"

namespace interlock::sqlite {
namespace {

using port::status;
using verdict = rows::acquired::verdict;

}  // namespace

void engine::convert(port::conversion what, port::handler<port::acquire_answer> done) {
    if (auto why = core::check(what)) return done({status::error, {}, std::move(why)});
    turn now{*this};
    rows::acquired got;
    const auto ask = [&] {
        return now.write([&](rows::book& book, store&) { got = book.convert(what, session_); });
    };
    auto ended = ask();
    const bool in_the_way = got.what == verdict::busy || got.what == verdict::refused;
    if (ended && in_the_way && bury_dead(now, got.ahead)) ended = ask();
    if (!ended) {
        now.later([done = std::move(done), ended]() mutable { done({ended.what, {}, ended.why}); });
        return;
    }
    if (auto said = answer_to(got, db_.local(got.expires)))
        return answer_conversion(now, what, *std::move(said), std::move(done));
    held_.insert(what.owner);
    waiting_[what.owner].done.push_back(std::move(done));
    stand_in_line(now, got);
}

/// An upgrade that waits hears the same if it was asked for again, and that it is canceled if the caller has
/// thought better of it.
void engine::answer_conversion(turn& now, const port::conversion& what, port::acquire_answer said,
                               port::handler<port::acquire_answer> done) {
    const bool goes_on = what.to == mode::exclusive && said.what == status::done;
    if (said.what == status::lost) {
        held_.erase(what.owner);
        end_upgrade(now, what.owner, said);
    } else if (goes_on) {
        end_upgrade(now, what.owner, said);
    } else if (said.what != status::error) {
        end_upgrade(now, what.owner, {status::error, {}, fail(errc::canceled, "the upgrade was given up")});
    }
    if (said.what == status::done) held_.insert(what.owner);
    now.later([done = std::move(done), said = std::move(said)]() mutable { done(std::move(said)); });
}

bool engine::is_upgrading(const port::owner_id& owner) const {
    const auto pending = waiting_.find(owner);
    return pending != waiting_.end() && !pending->second.wanted;
}

void engine::end_upgrade(turn& now, const port::owner_id& owner, port::acquire_answer what) {
    if (is_upgrading(owner)) answer(now, owner, std::move(what));
}

void engine::resize(std::string name, std::uint32_t limit, port::handler<port::plain_answer> done) {
    if (auto why = core::check_resize(name, limit)) return done({status::error, std::move(why)});
    turn now{*this};
    const auto ended = now.write([&](rows::book& book, store&) { book.resize(name, limit); });
    now.later([done = std::move(done), ended]() mutable { done({ended.what, ended.why}); });
}

}  // namespace interlock::sqlite
