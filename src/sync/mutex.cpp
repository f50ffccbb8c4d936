// SPDX-License-Identifier: Apache-2.0
// The standard's Lockable family: a handle that keeps the hold itself.
#include <interlock/mutex.hpp>

#include "runtime/lock_handle.hpp"
#include "sync/held_locks.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

standard_lockable::standard_lockable(std::shared_ptr<lock_handle> handle)
    : lockable{std::move(handle)}, held_{std::make_unique<held_locks>()} {}
standard_lockable::standard_lockable(standard_lockable&&) noexcept = default;
standard_lockable& standard_lockable::operator=(standard_lockable&&) noexcept = default;
standard_lockable::~standard_lockable() = default;

bool standard_lockable::keep(std::optional<hold> taken) {
    if (!taken) return false;
    held_->add(*std::move(taken));
    return true;
}

void standard_lockable::lock() { held_->add(acquire()); }

void standard_lockable::lock(std::error_code& ec) noexcept {
    if (auto taken = acquire(ec)) held_->add(std::move(taken));
}

bool standard_lockable::try_lock() { return keep(try_acquire()); }

bool standard_lockable::try_lock(std::error_code& ec) noexcept { return keep(try_acquire(ec)); }

void standard_lockable::unlock() noexcept {
    const auto leaving = held_->take();  // Its destructor puts the release on its way.
}

std::uint64_t standard_lockable::fence() const noexcept {
    return held_->current([](const hold& h) { return h.fence(); });
}

bool standard_lockable::valid() const noexcept {
    return held_->current([](const hold& h) { return h.valid(); });
}

std::stop_token standard_lockable::lost() const noexcept {
    return held_->current([](const hold& h) { return h.lost(); });
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
