// SPDX-License-Identifier: Apache-2.0
// A counter that opens once. Its cell holds "LEFT/COUNT"; an absent one is untouched.
#include <interlock/latch.hpp>

#include <interlock/cell.hpp>
#include <interlock/detail/noted.hpp>

#include "runtime/blocking_errand.hpp"
#include "runtime/cell_access.hpp"
#include "runtime/looping_errand.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

struct latch_state {
    std::shared_ptr<session> in;
    std::string key;
    std::uint32_t count;
};

namespace {

using latch_ref = std::shared_ptr<const latch_state>;

std::string text(std::uint32_t left, std::uint32_t count) {
    return std::to_string(left) + '/' + std::to_string(count);
}

/// What is left to be counted. Throws if the cell tells of another count.
std::uint32_t left_in(const cell_text& now, const latch_state& of) {
    if (!now.value) return of.count;
    const auto slash = now.value->find('/');
    const auto left = cell_codec<std::uint32_t>::decode(now.value->substr(0, slash));
    const auto count = slash == std::string::npos
                           ? std::nullopt
                           : cell_codec<std::uint32_t>::decode(now.value->substr(slash + 1));
    if (!left || !count)
        throw error{fail(errc::protocol, "what is stored of latch '" + shown_name(of.key) +
                                             "' cannot be understood: '" + now.value->substr(0, 40) + "'")};
    if (*count != of.count) {
        throw error{fail(errc::limit_mismatch, "latch '" + shown_name(of.key) + "' has a count of " +
                                                   std::to_string(*count) + ", not " +
                                                   std::to_string(of.count) + "; use the same everywhere")};
    }
    return *left;
}

runtime::task<std::uint32_t> pending(errand& by, latch_ref of) {
    const auto now = co_await read_cell(by, of->key);
    co_return left_in(now, *of);
}

runtime::task<nothing> count_down(errand& by, latch_ref of, std::uint32_t n) {
    cell_update step{
        .next = [of, n](const cell_text& now) -> std::optional<std::string> {
            const auto left = left_in(now, *of);
            if (n > left) {
                throw error{fail(errc::invalid_option, "n: latch '" + shown_name(of->key) + "' has only " +
                                                           std::to_string(left) + " left to count, not " +
                                                           std::to_string(n))};
            }
            if (n == 0 && now.value) return std::nullopt;
            return text(left - n, of->count);
        },
        .tries = many_tries};
    co_await update_cell(by, of->key, std::move(step));
    co_return nothing{};
}

runtime::task<bool> wait_until_open(errand& by, latch_ref of) {
    co_await count_down(by, of, 0);  // Stores the count if nobody has: others must agree with it.
    auto now = co_await read_cell(by, of->key);
    while (left_in(now, *of) > 0) {
        auto changed = co_await next_change(by, of->key, now.version);
        if (!changed) {
            end_if_stopped(by, of->key);
            co_return false;
        }
        now = *std::move(changed);
    }
    co_return true;
}

runtime::task<nothing> arrive(errand& by, latch_ref of, std::uint32_t n) {
    co_await count_down(by, of, n);
    co_await wait_until_open(by, of);
    co_return nothing{};
}

}  // namespace
}  // namespace detail

using detail::blocking_errand;

latch client::latch(std::string name, std::uint32_t count) {
    auto key = detail::cell_key(*session_, 'l', name);
    return interlock::latch{
        std::make_shared<const detail::latch_state>(detail::latch_state{session_, std::move(key), count})};
}

void latch::count_down(std::uint32_t n) {
    blocking_errand here{state_->in};
    here.run(detail::count_down(here, state_, n));
}

void latch::count_down(std::uint32_t n, std::error_code& ec) noexcept {
    detail::noted(ec, [&] { count_down(n); });
}

std::uint32_t latch::pending() const {
    blocking_errand here{state_->in};
    return here.run(detail::pending(here, state_));
}

std::uint32_t latch::pending(std::error_code& ec) const noexcept {
    return detail::noted(ec, [&] { return pending(); });
}

bool latch::try_wait() const { return pending() == 0; }

bool latch::wait_open(detail::patience time, std::stop_token stop) const {
    blocking_errand here{state_->in, time, std::move(stop)};
    return here.run(detail::wait_until_open(here, state_));
}

void latch::wait(std::stop_token stop) const { wait_open({}, std::move(stop)); }

void latch::wait(std::error_code& ec, std::stop_token stop) const noexcept {
    detail::noted(ec, [&] { wait(std::move(stop)); });
}

void latch::arrive_and_wait(std::uint32_t n, std::stop_token stop) {
    blocking_errand here{state_->in, {}, std::move(stop)};
    here.run(detail::arrive(here, state_, n));
}

void latch::reset() {
    blocking_errand here{state_->in};
    here.run(detail::write_cell(here, state_->key, {}));
}

std::string latch::name() const { return detail::shown_name(state_->key); }

void latch::start_count_down(const state& of, const std::shared_ptr<detail::async_call>& call,
                             std::uint32_t n, detail::on_result<detail::nothing> then) {
    detail::start_errand<detail::nothing>(
        of->in, {}, call, [of, n](detail::errand& by) { return detail::count_down(by, of, n); },
        std::move(then));
}

void latch::start_wait(const state& of, const std::shared_ptr<detail::async_call>& call,
                       detail::patience time, detail::on_result<bool> then) {
    detail::start_errand<bool>(
        of->in, time, call, [of](detail::errand& by) { return detail::wait_until_open(by, of); },
        std::move(then));
}

void latch::start_arrive(const state& of, const std::shared_ptr<detail::async_call>& call, std::uint32_t n,
                         detail::on_result<detail::nothing> then) {
    detail::start_errand<detail::nothing>(
        of->in, {}, call, [of, n](detail::errand& by) { return detail::arrive(by, of, n); }, std::move(then));
}

}  // namespace v0
}  // namespace interlock
