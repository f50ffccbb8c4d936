// SPDX-License-Identifier: Apache-2.0
// The standard's Lockable family: a handle that keeps the hold itself.
#include <interlock/mutex.hpp>

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>

#include "runtime/identity.hpp"
#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// What was taken through one object and not yet unlocked. More than one after a loss: the thread that lost
/// the lock has still to unlock when the next one has it already. So each thread is shown, and ends, its own
/// (the newest of them); a thread that took none ends the oldest, because any thread may unlock.
class held_locks {
public:
    void add(hold taken) {
        const std::lock_guard lock{guard_};
        holds_.push_back({runtime::this_thread_number(), std::move(taken)});
    }

    [[nodiscard]] hold take() {
        const std::lock_guard lock{guard_};
        if (holds_.empty()) return {};
        const auto mine = own();
        const auto it = mine == holds_.rend() ? holds_.begin() : std::prev(mine.base());
        auto out = std::move(it->what);
        holds_.erase(it);
        return out;
    }

    template <class Read>
    auto current(Read read) -> decltype(read(std::declval<const hold&>())) {
        const std::lock_guard lock{guard_};
        if (holds_.empty()) return {};
        const auto mine = own();
        return read(mine == holds_.rend() ? holds_.back().what : mine->what);
    }

private:
    struct entry {
        std::uint64_t thread;
        hold what;
    };
    std::deque<entry>::reverse_iterator own() {
        return std::find_if(holds_.rbegin(), holds_.rend(),
                            [me = runtime::this_thread_number()](const entry& e) { return e.thread == me; });
    }

    std::mutex guard_;
    std::deque<entry> holds_;
};

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
