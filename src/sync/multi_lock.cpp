// SPDX-License-Identifier: Apache-2.0
// Several locks at once: which claims it takes, in which order.
#include <interlock/client.hpp>
#include <interlock/multi_lock.hpp>

#include <algorithm>
#include <tuple>

#include "runtime/session.hpp"
#include "sync/multi_state.hpp"

namespace interlock {
inline namespace v0 {
namespace {

using detail::lock_handle;
using detail::lock_parts;

/// One name of one engine, through one client.
struct wanted_name {
    std::string where;
    port::item what;
    std::shared_ptr<detail::session> through;
    std::shared_ptr<const lock_options> terms;
};

bool share_a_claim(const wanted_name& a, const wanted_name& b) {
    return a.through == b.through && a.terms == b.terms;
}

void refuse_repetition(const std::vector<wanted_name>& sorted) {
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
        return a.where == b.where && a.what.name == b.what.name;
    });
    if (twice != sorted.end())
        throw error{
            fail(errc::invalid_option, "names: '" + twice->what.name + "' comes twice; name it once")};
}

/// By engine and name, in an order that is the same in every process: whoever takes several claims in it
/// never closes a circle. Neighbours that one claim can hold share one.
lock_parts in_order(std::vector<wanted_name> all) {
    if (all.empty()) throw error{fail(errc::invalid_option, "names: a multi_lock needs at least one name")};
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::tie(a.where, a.what.name) < std::tie(b.where, b.what.name);
    });
    refuse_repetition(all);
    lock_parts out;
    for (auto first = all.begin(); first != all.end();) {
        detail::lock_shape shape;
        auto next = first;
        while (next != all.end() && share_a_claim(*first, *next) &&
               shape.items.size() < first->through->can().max_items)
            shape.items.push_back((next++)->what);
        shape.limit_agreed = std::make_shared<std::atomic<bool>>(false);
        out.push_back(std::make_shared<lock_handle>(first->through, std::move(shape), *first->terms));
        first = next;
    }
    return out;
}

}  // namespace

multi_lock::multi_lock(lock_parts parts) : state_{std::make_unique<state>(std::move(parts))} {}
multi_lock::multi_lock(multi_lock&&) noexcept = default;
multi_lock& multi_lock::operator=(multi_lock&&) noexcept = default;
multi_lock::~multi_lock() = default;

multi_lock multi_lock::combine(std::vector<multi_lock> locks) {
    std::vector<wanted_name> all;
    for (const auto& lock : locks)
        for (const auto& part : lock.state_->parts)
            for (const auto& item : part->items())
                all.push_back({part->owner().engine().where(), item, part->shared_owner(), part->terms()});
    return multi_lock{in_order(std::move(all))};
}

interlock::multi_lock client::multi_lock(std::vector<lock_request> wanted, lock_options options) {
    const auto terms = std::make_shared<const lock_options>(std::move(options));
    std::vector<wanted_name> all;
    for (auto& each : wanted) {
        all.push_back({where(), {std::move(each.name), each.how, each.permits, each.limit}, session_, terms});
    }
    return interlock::multi_lock{in_order(std::move(all))};
}

detail::multi_result multi_lock::attempt_for(detail::patience wait, std::stop_token stop) {
    return detail::multi_attempt{state_->parts, wait}.run(stop);
}

std::optional<multi_hold> multi_lock::value(detail::multi_result&& tried) {
    if (tried.why) throw error{tried.why};
    if (!tried.got) return std::nullopt;
    return std::move(tried.got);
}

multi_hold multi_lock::acquire(std::stop_token stop) { return *value(attempt_for({}, std::move(stop))); }

multi_hold multi_lock::acquire(std::error_code& ec, std::stop_token stop) noexcept {
    return detail::noted(ec, [&] { return acquire(std::move(stop)); });
}

std::optional<multi_hold> multi_lock::try_acquire() { return try_acquire_for(std::chrono::nanoseconds{0}); }

std::optional<multi_hold> multi_lock::try_acquire(std::error_code& ec) noexcept {
    return detail::noted(ec, [&] { return try_acquire(); });
}

void multi_lock::lock() { keep(acquire()); }

void multi_lock::lock(std::error_code& ec) noexcept {
    detail::noted(ec, [&] { lock(); });
}

bool multi_lock::try_lock() { return keep(try_acquire()); }

bool multi_lock::try_lock(std::error_code& ec) noexcept {
    return detail::noted(ec, [&] { return try_lock(); });
}

bool multi_lock::keep(std::optional<multi_hold> taken) {
    if (!taken) return false;
    state_->held.add(*std::move(taken));
    return true;
}

void multi_lock::unlock() noexcept {
    const auto leaving = state_->held.take();  // Its destructor puts the releases on their way.
}

}  // namespace v0
}  // namespace interlock
