// SPDX-License-Identifier: Apache-2.0
// What a lock object holds: the session, the slot for its name, and its terms.
#pragma once

#include <interlock/detail/lockable.hpp>
#include <interlock/options.hpp>

#include <memory>
#include <string>

#include "core/lease.hpp"
#include "runtime/tenancy.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

class session;
struct slot_entry;

/// Whether the holding thread may take the lock again.
enum class reentry : std::uint8_t { no, by_thread };

class lock_handle : public std::enable_shared_from_this<lock_handle> {
public:
    /// Throws `error` if the name or the options are not acceptable.
    lock_handle(std::shared_ptr<session> of, std::string name, lock_options options, reentry may);
    lock_handle(const lock_handle&) = delete;
    lock_handle& operator=(const lock_handle&) = delete;
    ~lock_handle();

    /// The blocking face: waits on the calling thread.
    [[nodiscard]] attempt try_for(patience wait, std::stop_token stop);

    /// The asynchronous face: `then` runs on the client's loop. The tenancy can be used to withdraw.
    std::shared_ptr<tenancy> start(patience wait, unique_function<void(attempt)> then);

    [[nodiscard]] const std::string& name() const noexcept { return name_; }
    [[nodiscard]] const std::shared_ptr<const lock_options>& terms() const noexcept { return terms_; }
    [[nodiscard]] session& owner() const noexcept { return *session_; }
    [[nodiscard]] slot_entry& entry() const noexcept { return *entry_; }
    [[nodiscard]] bool recursive() const noexcept { return may_ == reentry::by_thread; }

private:
    [[nodiscard]] std::shared_ptr<tenancy> prepare(patience wait);
    [[nodiscard]] attempt wait_for(const std::shared_ptr<tenancy>& who, core::time_point end);

    const std::shared_ptr<session> session_;
    const std::string name_;
    const std::shared_ptr<const lock_options> terms_;
    const reentry may_;
    slot_entry* entry_ = nullptr;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
