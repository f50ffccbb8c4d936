// SPDX-License-Identifier: Apache-2.0
// What lock objects keep for `unlock()`.
#pragma once

#include <interlock/hold.hpp>

#include <algorithm>
#include <deque>
#include <iterator>
#include <mutex>

#include "runtime/identity.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// What was taken through one object and not yet unlocked. More than one after a loss: the thread that lost
/// the lock has still to unlock when the next one has it already. So each thread is shown, and ends, its own
/// (the newest of them); a thread that took none ends the oldest, because any thread may unlock.
template <class Hold>
class kept_holds {
public:
    void add(Hold taken) {
        const std::lock_guard lock{guard_};
        holds_.push_back({runtime::this_thread_number(), std::move(taken)});
    }

    [[nodiscard]] Hold take() {
        const std::lock_guard lock{guard_};
        if (holds_.empty()) return {};
        const auto mine = own();
        const auto it = mine == holds_.rend() ? holds_.begin() : std::prev(mine.base());
        auto out = std::move(it->what);
        holds_.erase(it);
        return out;
    }

    template <class Read>
    auto current(Read read) -> decltype(read(std::declval<const Hold&>())) {
        const std::lock_guard lock{guard_};
        if (holds_.empty()) return {};
        const auto mine = own();
        return read(mine == holds_.rend() ? holds_.back().what : mine->what);
    }

private:
    struct entry {
        std::uint64_t thread;
        Hold what;
    };
    typename std::deque<entry>::reverse_iterator own() {
        return std::find_if(holds_.rbegin(), holds_.rend(),
                            [me = runtime::this_thread_number()](const entry& e) { return e.thread == me; });
    }

    std::mutex guard_;
    std::deque<entry> holds_;
};

class held_locks : public kept_holds<hold> {};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
