// SPDX-License-Identifier: Apache-2.0
// A lock that is held.
#include <interlock/hold.hpp>

#include <utility>

#include "runtime/tenancy.hpp"

namespace interlock {
inline namespace v0 {
namespace {

void report(const failure& why) {
    if (why) throw error{why};
}

}  // namespace

hold& hold::operator=(hold&& other) noexcept {
    if (this != &other) {
        if (tenancy_) tenancy_->leave();
        tenancy_ = std::move(other.tenancy_);
    }
    return *this;
}

hold::~hold() {
    if (tenancy_) tenancy_->leave();
}

const std::string& hold::name() const noexcept { return tenancy_->name(); }
std::uint64_t hold::fence() const noexcept { return tenancy_ ? tenancy_->fence : 0; }
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
    report(leaving ? leaving->leave_and_wait() : nothing_held());
}

void hold::release(std::error_code& ec) noexcept {
    const auto leaving = std::exchange(tenancy_, nullptr);
    ec = (leaving ? leaving->leave_and_wait() : nothing_held()).code;
}

}  // namespace v0
}  // namespace interlock
