// SPDX-License-Identifier: Apache-2.0
// What a lock object holds: the session, what it asks of the engine, and its terms.
#pragma once

#include <interlock/detail/lockable.hpp>
#include <interlock/options.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/lease.hpp"
#include "runtime/tenancy.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

class session;
struct slot_entry;

/// Whether the holding thread may take the lock again.
enum class reentry : std::uint8_t { no, by_thread };

/// Where callers of this process wait.
enum class waiting_place : std::uint8_t {
    in_process,  ///< In one line, behind one claim that is passed on among them.
    at_engine,   ///< Each with a claim of its own.
};

/// The slots made for single acquisitions of one lock; one of them is kept for the next. Guarded by the
/// session's mutex.
struct private_slots {
    std::vector<slot_entry*> all{};
    slot_entry* spare = nullptr;
};

/// What kind of lock it is.
struct lock_shape {
    std::vector<port::item> items{};
    reentry may = reentry::no;
    waiting_place where = waiting_place::at_engine;
    bool convertible = false;
    /// Of permits: whether the engine has confirmed the limit. From then on the stored one counts, so that
    /// `resize` reaches objects that are in use.
    std::shared_ptr<std::atomic<bool>> limit_agreed{};
};

class lock_handle : public std::enable_shared_from_this<lock_handle> {
public:
    /// Throws `error` if the names or the options are not acceptable, or the engine cannot do it.
    lock_handle(std::shared_ptr<session> of, lock_shape shape, lock_options options);
    lock_handle(const lock_handle&) = delete;
    lock_handle& operator=(const lock_handle&) = delete;
    ~lock_handle();

    /// The blocking face: waits on the calling thread.
    [[nodiscard]] attempt try_for(patience wait, std::stop_token stop);

    /// The asynchronous face: `then` runs on the client's loop. The tenancy can be used to withdraw.
    std::shared_ptr<tenancy> start(patience wait, unique_function<void(attempt)> then);

    [[nodiscard]] const std::string& name() const noexcept { return shape_.items.front().name; }
    [[nodiscard]] const std::vector<port::item>& items() const noexcept { return shape_.items; }
    /// The same as a new claim has them.
    [[nodiscard]] std::vector<port::item> items_to_ask() const;
    [[nodiscard]] const std::shared_ptr<std::atomic<bool>>& limit_agreed() const noexcept {
        return shape_.limit_agreed;
    }
    void note_granted() const noexcept {
        if (shape_.limit_agreed) *shape_.limit_agreed = true;
    }
    [[nodiscard]] const std::shared_ptr<const lock_options>& terms() const noexcept { return terms_; }
    [[nodiscard]] session& owner() const noexcept { return *session_; }
    [[nodiscard]] const std::shared_ptr<session>& shared_owner() const noexcept { return session_; }
    /// The slot where callers queue; null if each has its own.
    [[nodiscard]] slot_entry* entry() const noexcept { return entry_; }
    [[nodiscard]] private_slots& own_slots() noexcept { return own_slots_; }
    [[nodiscard]] bool recursive() const noexcept { return shape_.may == reentry::by_thread; }
    [[nodiscard]] bool convertible() const noexcept { return shape_.convertible; }
    [[nodiscard]] bool detects_deadlocks() const noexcept { return terms_->detect_deadlock; }

    /// How long to wait at most: as asked, else as the lock's own option says; none: for ever.
    [[nodiscard]] patience limit_of(patience asked) const;
    /// What to say when the option's time ended.
    [[nodiscard]] failure waited_in_vain() const;

private:
    [[nodiscard]] std::shared_ptr<tenancy> prepare(patience wait);
    void note_holdings(tenancy& who, core::time_point end) const;
    void wait_for(const std::shared_ptr<tenancy>& who, core::time_point end);

    const std::shared_ptr<session> session_;
    const lock_shape shape_;
    const std::shared_ptr<const lock_options> terms_;
    slot_entry* entry_ = nullptr;
    private_slots own_slots_;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
