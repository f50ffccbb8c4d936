// SPDX-License-Identifier: Apache-2.0
// One acquisition as its owner sees it: waits to be settled, then is held, and may be lost.
#pragma once

#include <interlock/detail/lockable.hpp>
#include <interlock/detail/unique_function.hpp>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "core/slot.hpp"
#include "runtime/futex.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

class lock_handle;
struct slot_entry;

class tenancy final : public core::tenant, public std::enable_shared_from_this<tenancy> {
public:
    explicit tenancy(std::shared_ptr<lock_handle> of);
    ~tenancy() override;

    // The waiting side. `settled` runs instead of waking a blocked thread when it was given before.
    void when_settled(unique_function<void()> settled) { settled_ = std::move(settled); }
    [[nodiscard]] runtime::flag& answered() noexcept { return answered_; }
    /// How it ended; once, after it was answered.
    [[nodiscard]] attempt result();
    /// Ends the wait of an asynchronous acquisition.
    void cancel();
    /// One more hold on the same tenancy, for recursive locks.
    [[nodiscard]] hold another_hold(mode level) { return hold{shared_from_this(), level}; }

    // The session's side.
    void granted(core::time_point until) noexcept;
    void busy() noexcept;
    void failed(failure why) noexcept;
    void extended(core::time_point until) noexcept;
    void mark_lost() noexcept { lost_.store(true, std::memory_order_release); }
    void signal_lost();
    void released(failure why) noexcept;
    void converted(bool got, failure why) noexcept;
    /// It has found its slot: once, before it arrives there.
    void settle_in(slot_entry& at) noexcept { entry_ = &at; }
    [[nodiscard]] slot_entry& entry() const noexcept { return *entry_; }

    // The holder's side: see `hold`.
    [[nodiscard]] const std::string& name() const noexcept;
    [[nodiscard]] bool valid() const noexcept;
    [[nodiscard]] core::time_point valid_until() const noexcept;
    [[nodiscard]] std::stop_token lost_token();
    void on_lost(std::function<void()> action);
    [[nodiscard]] failure renew();
    /// Gives up one hold, of this level, and returns at once.
    void leave(mode level) noexcept;
    /// Gives up one hold and waits for the answer.
    [[nodiscard]] failure leave_and_wait(mode level);
    /// Hands the release's outcome to `then` instead.
    void leave_then(mode level, unique_function<void(failure)> then);

    /// How a conversion ended: neither is "busy".
    struct conversion {
        bool got = false;
        failure why{};
    };
    [[nodiscard]] conversion convert(mode to, patience wait, std::stop_token stop);
    void convert_then(mode to, patience wait, unique_function<void(conversion)> then);
    /// Ends the wait of a conversion.
    void cancel_conversion();
    /// The fence on one of its names; 0 if that is not one of them.
    [[nodiscard]] std::uint64_t fence_of(std::string_view name) const noexcept;

    [[nodiscard]] const std::shared_ptr<lock_handle>& handle() const noexcept { return handle_; }
    std::uint64_t thread = 0;  ///< Of a recursive lock: the thread that took it.

private:
    void answer(failure why, bool got) noexcept;
    void start_conversion(core::slot::wish wanted, unique_function<void(conversion)> then);
    [[nodiscard]] core::slot::wish wish_for(mode to, patience wait) const;
    void leave_last() noexcept;
    void read_on();
    [[nodiscard]] unique_function<void(failure)> take_then();

    const std::shared_ptr<lock_handle> handle_;
    slot_entry* entry_ = nullptr;

    runtime::flag answered_;
    unique_function<void()> settled_;
    bool got_ = false;
    failure why_;

    std::atomic<std::int64_t> until_{0};
    std::atomic<bool> lost_{false};
    std::mutex guard_;  // For what follows; never held while a callback runs.
    std::optional<std::stop_source> signal_;
    std::optional<std::stop_callback<std::function<void()>>> action_;
    unique_function<void(failure)> then_;
    unique_function<void(conversion)> when_converted_;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
