// SPDX-License-Identifier: Apache-2.0
// Readers and a writer: each hold a claim of its own.
#include <interlock/client.hpp>
#include <interlock/recursive_shared_mutex.hpp>
#include <interlock/shared_mutex.hpp>

#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"
#include "sync/held_locks.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

using sides = std::shared_ptr<lock_handle>;

sides one_side(const std::shared_ptr<session>& of, const std::string& name, mode how, reentry may,
               const lock_options& options) {
    return std::make_shared<lock_handle>(
        of, lock_shape{.items = {{.name = name, .how = how}}, .may = may, .convertible = may == reentry::no},
        options);
}

}  // namespace

standard_shared_lockable::standard_shared_lockable(std::shared_ptr<lock_handle> writing,
                                                   std::shared_ptr<lock_handle> reading)
    : standard_lockable{std::move(writing)},
      shared_{std::move(reading)},
      reading_{std::make_unique<held_locks>()} {}
standard_shared_lockable::standard_shared_lockable(standard_shared_lockable&&) noexcept = default;
standard_shared_lockable& standard_shared_lockable::operator=(standard_shared_lockable&&) noexcept = default;
standard_shared_lockable::~standard_shared_lockable() = default;

bool standard_shared_lockable::keep_shared(std::optional<hold> taken) {
    if (!taken) return false;
    reading_->add(*std::move(taken));
    return true;
}

void standard_shared_lockable::lock_shared() { reading_->add(shared_.acquire()); }

void standard_shared_lockable::lock_shared(std::error_code& ec) noexcept {
    if (auto taken = shared_.acquire(ec)) reading_->add(std::move(taken));
}

bool standard_shared_lockable::try_lock_shared() { return keep_shared(shared_.try_acquire()); }

bool standard_shared_lockable::try_lock_shared(std::error_code& ec) noexcept {
    return keep_shared(shared_.try_acquire(ec));
}

void standard_shared_lockable::unlock_shared() noexcept {
    const auto leaving = reading_->take();  // Its destructor puts the release on its way.
}

}  // namespace detail

shared_mutex::shared_mutex(std::shared_ptr<detail::lock_handle> writing,
                           std::shared_ptr<detail::lock_handle> reading,
                           std::shared_ptr<detail::lock_handle> upgrading)
    : standard_shared_lockable{std::move(writing), std::move(reading)} {
    if (upgrading) upgradeable_.emplace(std::move(upgrading));
}

detail::lock_side& shared_mutex::upgradeable() {
    if (!upgradeable_) throw error{fail(errc::unsupported, "this engine has no upgradeable locks")};
    return *upgradeable_;
}

void shared_mutex::downgrade() {
    auto writing = held().take();
    if (!writing) throw error{fail(errc::lost, "'" + name() + "' is not locked through this object")};
    try {
        writing.downgrade();
    } catch (...) {
        held().add(std::move(writing));
        throw;
    }
    reading_->add(std::move(writing));
}

bool shared_mutex::try_upgrade() {
    auto reading = reading_->take();
    if (!reading) throw error{fail(errc::lost, "'" + name() + "' is not read through this object")};
    try {
        if (reading.try_upgrade()) {
            held().add(std::move(reading));
            return true;
        }
    } catch (...) {
        reading_->add(std::move(reading));
        throw;
    }
    reading_->add(std::move(reading));
    return false;
}

interlock::shared_mutex client::shared_mutex(std::string name, lock_options options) {
    const auto side = [&](mode how) {
        return detail::one_side(session_, name, how, detail::reentry::no, options);
    };
    return {side(mode::exclusive), side(mode::shared),
            session_->can().upgradeable ? side(mode::upgradeable) : nullptr};
}

interlock::recursive_shared_mutex client::recursive_shared_mutex(std::string name, lock_options options) {
    const auto side = [&](mode how) {
        return detail::one_side(session_, name, how, detail::reentry::by_thread, options);
    };
    return interlock::recursive_shared_mutex{side(mode::exclusive), side(mode::shared)};
}

}  // namespace v0
}  // namespace interlock
