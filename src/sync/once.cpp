// SPDX-License-Identifier: Apache-2.0
// Work that is done once. Its cell holds a mark (d done, f failed, r begun) and a text.
#include <interlock/once.hpp>

#include <algorithm>

#include "runtime/blocking_errand.hpp"
#include "runtime/cell_access.hpp"
#include "runtime/lock_handle.hpp"
#include "runtime/looping_errand.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

struct once_handle {
    std::shared_ptr<session> in;
    std::string key;
    std::shared_ptr<lock_handle> lock;

    static once_turn turn(std::shared_ptr<const once_handle> of, hold taken) {
        return once_turn{std::move(of), std::move(taken)};
    }
};

namespace {

using once_ref = std::shared_ptr<const once_handle>;

constexpr char done_mark = 'd';
constexpr char failed_mark = 'f';
constexpr char begun_mark = 'r';

char mark_of(const cell_text& now) { return now.value && !now.value->empty() ? now.value->front() : '\0'; }

std::optional<std::string> result_in(const cell_text& now) {
    if (mark_of(now) != done_mark) return std::nullopt;
    return now.value->substr(1);
}

runtime::task<std::optional<std::string>> read_result(errand& by, once_ref of) {
    const auto now = co_await read_cell(by, of->key);
    co_return result_in(now);
}

/// With the turn in hand: marks the work as begun, so that from now on no older turn can write. The cell may
/// still change before the mark is set, by such an older turn.
runtime::task<once_begun> begin_turn(errand& by, once_ref of, hold taken) {
    for (unsigned tries = 1;; ++tries) {
        const auto now = co_await read_cell(by, of->key);
        auto there = result_in(now);
        if (there) co_return once_begun{std::move(there), {}};
        cell_change mark{std::string{begun_mark}, now.version, taken.fence()};
        const auto marked = co_await write_cell(by, of->key, std::move(mark));
        if (marked.written) co_return once_begun{std::nullopt, once_handle::turn(of, std::move(taken))};
        if (tries >= many_tries)
            throw error{
                fail(errc::conflict, "'" + shown_name(of->key) + "' is written by others all the time")};
        co_await by.back_off(tries);
    }
}

runtime::task<once_begun> begin(errand& by, once_ref of) {
    auto there = co_await read_result(by, of);
    if (there) co_return once_begun{std::move(there), {}};
    // Whoever has the turn holds this lock: it comes free when the work is done, failed or abandoned.
    auto got = co_await by.acquire(of->lock);
    if (got.why) throw error{got.why};
    auto out = co_await begin_turn(by, of, std::move(got.got));
    co_return out;
}

runtime::task<nothing> end_turn(errand& by, once_ref of, std::uint64_t fence, once_ending how) {
    constexpr std::size_t longest_message = 4096;
    const bool done = how.phase == once_phase::done;
    if (!done) how.text.resize(std::min(how.text.size(), longest_message));
    cell_change change{(done ? done_mark : failed_mark) + how.text, std::nullopt, fence};
    co_await write_cell(by, of->key, std::move(change));
    co_return nothing{};
}

runtime::task<once_state> look(errand& by, once_ref of) {
    const auto now = co_await read_cell(by, of->key);
    once_state out;
    const auto mark = mark_of(now);
    if (mark == done_mark) {
        out.phase = once_phase::done;
        out.value = now.value->substr(1);
    } else if (mark == failed_mark) {
        out.phase = once_phase::failed;
        out.message = now.value->substr(1);
    } else if (mark == begun_mark) {
        const port::filter turn{.name = of->key};
        const auto claims = co_await by.ask<port::inspect_answer>(
            [&by, &turn](auto done) { by.engine().inspect(turn, std::move(done)); });
        if (claims.why) throw error{claims.why};
        const auto holder = std::find_if(claims.claims.begin(), claims.claims.end(),
                                         [](const claim_info& each) { return each.holding; });
        if (holder != claims.claims.end()) {
            out.phase = once_phase::running;
            out.runner = holder->who;
        }
    }
    co_return out;
}

}  // namespace
}  // namespace detail

using detail::blocking_errand;

once client::once(std::string name, lock_options options) {
    auto key = detail::cell_key(*session_, 'o', name);
    if (!session_->can().inspect)
        throw error{fail(errc::unsupported, "this engine cannot show who is at the work of a once")};
    auto lock = std::make_shared<detail::lock_handle>(session_, detail::lock_shape{.items = {{.name = key}}},
                                                      std::move(options));
    return interlock::once{std::make_shared<const detail::once_handle>(
        detail::once_handle{session_, std::move(key), std::move(lock)})};
}

std::optional<std::string> once::try_result() const {
    blocking_errand here{handle_->in};
    return here.run(detail::read_result(here, handle_));
}

once_state once::state() const {
    blocking_errand here{handle_->in};
    return here.run(detail::look(here, handle_));
}

once_begun once::begin(std::stop_token stop) const {
    blocking_errand here{handle_->in, {}, std::move(stop)};
    return here.run(detail::begin(here, handle_));
}

void once::reset() {
    blocking_errand here{handle_->in};
    here.run(detail::write_cell(here, handle_->key, {}));
}

std::string once::name() const { return detail::shown_name(handle_->key); }

/// The exception of the work matters more than one of the engine now: without the record the work counts as
/// abandoned, and is tried again all the same.
void once::record(once_turn& turn, std::string message) noexcept {
    try {
        turn.fail(std::move(message));
    } catch (const std::exception&) {
        turn = {};
    }
}

std::string once::settle(once_turn turn, std::string value) const {
    try {
        turn.finish(value);
        return value;
    } catch (const error& e) {
        if (e.code() != errc::stale) throw;
        if (auto stored = try_result()) return *std::move(stored);
        throw;
    }
}

void once_turn::end(once_ending how) {
    const auto taken = std::move(hold_);  // Given back in any case, after the write.
    blocking_errand here{handle_->in};
    here.run(detail::end_turn(here, handle_, taken.fence(), std::move(how)));
}

void once_turn::finish(std::string value) { end({once_phase::done, std::move(value)}); }
void once_turn::fail(std::string message) { end({once_phase::failed, std::move(message)}); }

void once_turn::start_end(handle of, std::shared_ptr<hold> taken,
                          const std::shared_ptr<detail::async_call>& call, once_ending how,
                          detail::on_result<detail::nothing> then) {
    const auto in = of->in;
    detail::start_errand<detail::nothing>(
        in, {}, call,
        [of = std::move(of), taken = std::move(taken), how = std::move(how)](detail::errand& by) {
            return detail::end_turn(by, of, taken->fence(), how);
        },
        std::move(then));
}

void once::start_begin(const handle& of, const std::shared_ptr<detail::async_call>& call,
                       detail::on_result<once_begun> then) {
    detail::start_errand<once_begun>(
        of->in, {}, call, [of](detail::errand& by) { return detail::begin(by, of); }, std::move(then));
}

}  // namespace v0
}  // namespace interlock
