// SPDX-License-Identifier: Apache-2.0
// Runs the user's callbacks on a thread of their own, so that they can hold up nothing else.
#pragma once

#include <interlock/detail/unique_function.hpp>

#include <chrono>
#include <cstddef>
#include <memory>

namespace interlock::runtime {

/// Work runs in order, one at a time. The thread starts with the first piece of work. Thread-safe.
class courier {
public:
    using work = interlock::detail::unique_function<void()>;

    /// Keeps at most `bound` pieces of work waiting.
    courier(const char* thread_name, std::size_t bound);
    courier(const courier&) = delete;
    courier& operator=(const courier&) = delete;
    ~courier();

    /// False, and nothing taken, when too much is waiting already. Exceptions out of `what` are dropped.
    bool send(work what);

    /// Waits until all work sent before is done, at most `time`; at once on the courier's own thread.
    /// Work that still waits afterwards is dropped.
    void finish(std::chrono::milliseconds time) noexcept;

    /// In a forked child: forget the thread, which is not in this process.
    void abandon() noexcept;

private:
    struct state;
    static void run(const std::shared_ptr<state>& shared);
    const char* thread_name_;
    std::shared_ptr<state> state_;
};

}  // namespace interlock::runtime
