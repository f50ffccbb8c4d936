// SPDX-License-Identifier: Apache-2.0
// The port's operations on cells.
#include <algorithm>

#include "core/name.hpp"
#include "core/request.hpp"
#include "engines/sqlite/turn.hpp"

namespace interlock::sqlite {

using port::status;

void engine::read(std::string name, port::handler<port::cell_answer> done) {
    if (auto why = core::check_name(name)) return done({status::error, {}, std::move(why)});
    turn now{*this};
    port::cell_answer out;
    const auto ended = now.read([&](rows::book& book, store&) { out.now = book.read(name); });
    out.what = ended.what;
    out.why = ended.why;
    now.later([done = std::move(done), out = std::move(out)]() mutable { done(std::move(out)); });
}

void engine::write(port::cell_write what, port::handler<port::cell_answer> done) {
    if (auto why = core::check(what)) return done({status::error, {}, std::move(why)});
    turn now{*this};
    port::cell_answer out;
    const auto ended = now.write([&](rows::book& book, store&) { out = book.write(what); });
    if (!ended) out = {ended.what, {}, ended.why};
    now.later([done = std::move(done), out = std::move(out)]() mutable { done(std::move(out)); });
}

void engine::watch(port::owner_id request, std::string name, std::uint64_t after,
                   port::handler<port::cell_answer> done) {
    if (auto why = core::check_name(name)) return done({status::error, {}, std::move(why)});
    turn now{*this};
    port::cell cell;
    auto ended = now.read([&](rows::book& book, store&) { cell = book.read(name); });
    // Registered and read again in one step: a write in between is not missed.
    if (ended && cell.version <= after) {
        ended = now.write([&](rows::book& book, store&) { cell = book.watch(name, session_); });
    }
    if (!ended || cell.version > after) {
        now.later([done = std::move(done), ended, cell = std::move(cell)]() mutable {
            done({ended.what, std::move(cell), ended.why});
        });
        return;
    }
    watches_.insert_or_assign(request, pending_watch{std::move(name), after, std::move(done)});
    plan_soon(rows::instant::max());
}

void engine::unwatch(port::owner_id request) noexcept {
    turn now{*this};
    auto ended = watches_.extract(request);
    if (ended.empty()) return;
    now.later([done = std::move(ended.mapped().done)]() mutable {
        done({status::error, {}, fail(errc::canceled, "the watch was ended")});
    });
}

void engine::tell_watchers(turn& now, const std::string& name, const port::cell& cell) {
    for (auto each = watches_.begin(); each != watches_.end();) {
        if (each->second.name != name || each->second.after >= cell.version) {
            ++each;
            continue;
        }
        now.later([done = std::move(each->second.done), cell]() mutable {
            done({status::done, std::move(cell), {}});
        });
        each = watches_.erase(each);
    }
}

bool engine::is_watched(const std::string& name) const {
    return std::any_of(watches_.begin(), watches_.end(),
                       [&](const auto& each) { return each.second.name == name; });
}

}  // namespace interlock::sqlite
