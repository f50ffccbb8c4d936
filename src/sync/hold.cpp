// SPDX-License-Identifier: Apache-2.0
// A lock that is held.
#include <interlock/hold.hpp>

#include <utility>

#include "runtime/lock_handle.hpp"
#include "sync/conversion.hpp"

namespace interlock {
inline namespace v0 {
namespace {

void report(const failure& why) {
    if (why) throw error{why};
}

}  // namespace

hold& hold::operator=(hold&& other) noexcept {
    if (this != &other) {
        if (tenancy_) tenancy_->leave(level_);
        tenancy_ = std::move(other.tenancy_);
        level_ = other.level_;
    }
    return *this;
}

hold::~hold() {
    if (tenancy_) tenancy_->leave(level_);
}

const std::string& hold::name() const noexcept { return tenancy_->name(); }
std::uint64_t hold::fence() const noexcept { return tenancy_ ? tenancy_->fence.load() : 0; }
std::uint64_t hold::fence(std::string_view name) const noexcept {
    return tenancy_ ? tenancy_->fence_of(name) : 0;
}
interlock::mode hold::mode() const noexcept { return tenancy_->thread != 0 ? level_ : tenancy_->as.load(); }
bool hold::valid() const noexcept { return tenancy_ && tenancy_->valid(); }

boot_clock::time_point hold::valid_until() const noexcept {
    return tenancy_ ? tenancy_->valid_until() : boot_clock::time_point{};
}

std::stop_token hold::lost() const noexcept { return tenancy_ ? tenancy_->lost_token() : std::stop_token{}; }

void hold::on_lost(std::function<void()> action) {
    if (tenancy_) tenancy_->on_lost(std::move(action));
}

namespace {

failure nothing_held() { return fail(errc::lost, "this hold is empty: released before, or moved from"); }

}  // namespace

void hold::renew() { report(tenancy_ ? tenancy_->renew() : nothing_held()); }
void hold::renew(std::error_code& ec) noexcept { ec = (tenancy_ ? tenancy_->renew() : nothing_held()).code; }

void hold::release() {
    const auto leaving = std::exchange(tenancy_, nullptr);
    report(leaving ? leaving->leave_and_wait(level_) : nothing_held());
}

void hold::release(std::error_code& ec) noexcept {
    const auto leaving = std::exchange(tenancy_, nullptr);
    ec = (leaving ? leaving->leave_and_wait(level_) : nothing_held()).code;
}

detail::tenancy::conversion detail::convert(const std::shared_ptr<tenancy>& held, interlock::mode to,
                                            patience wait, std::stop_token stop) {
    if (!held) return {false, nothing_held()};
    if (auto why = check_conversion(*held, to)) return {false, std::move(why)};
    auto ended = held->convert(to, wait, std::move(stop));
    const bool tried = wait && wait->count() <= 0;
    if (tried && ended.why.code == errc::deadlock) ended.why = {};  // Busy, like any other.
    return ended;
}

void hold::downgrade(interlock::mode to) { report(detail::convert(tenancy_, to, {}, {}).why); }
void hold::downgrade(std::error_code& ec) noexcept {
    ec = detail::convert(tenancy_, interlock::mode::shared, {}, {}).why.code;
}

bool hold::try_upgrade() { return try_upgrade_within(std::chrono::nanoseconds{0}, {}); }
bool hold::try_upgrade(std::error_code& ec) noexcept {
    return try_upgrade_within(std::chrono::nanoseconds{0}, ec, {});
}

bool hold::try_upgrade_within(std::chrono::nanoseconds time, std::error_code& ec,
                              std::stop_token stop) noexcept {
    const auto ended = detail::convert(tenancy_, interlock::mode::exclusive, time, std::move(stop));
    ec = ended.why.code;
    return ended.got;
}

void hold::upgrade(std::error_code& ec, std::stop_token stop) noexcept {
    ec = detail::convert(tenancy_, interlock::mode::exclusive, {}, std::move(stop)).why.code;
}

bool hold::try_upgrade_within(std::chrono::nanoseconds time, std::stop_token stop) {
    const auto ended = detail::convert(tenancy_, interlock::mode::exclusive, time, std::move(stop));
    report(ended.why);
    return ended.got;
}

void hold::upgrade(std::stop_token stop) {
    report(detail::convert(tenancy_, interlock::mode::exclusive, {}, std::move(stop)).why);
}

}  // namespace v0
}  // namespace interlock
