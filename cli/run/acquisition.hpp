// SPDX-License-Identifier: Apache-2.0
// Waits for the locks on a thread of its own, so that the main thread stays free for signals.
#pragma once

#include "posix/unique_fd.hpp"

#include <chrono>
#include <exception>
#include <interlock/multi_lock.hpp>
#include <optional>
#include <thread>

namespace cli {

/// One attempt to acquire one or several locks, under way from its construction on.
class acquisition {
public:
    /// Without `patience` it waits for ever. `lock` must outlive this object.
    acquisition(interlock::multi_lock& lock, std::optional<std::chrono::milliseconds> patience);

    /// Readable when the attempt has ended.
    [[nodiscard]] int fd() const noexcept { return done_.get(); }

    /// Asks it to end soon.
    void cancel() noexcept { thread_.request_stop(); }

    /// Waits for the end: the hold, or nothing if they stayed busy. Throws what the attempt threw.
    [[nodiscard]] std::optional<interlock::multi_hold> take();

private:
    void work(interlock::multi_lock& lock, std::optional<std::chrono::milliseconds> patience,
              std::stop_token stop) noexcept;

    unique_fd done_;
    std::optional<interlock::multi_hold> got_;
    std::exception_ptr failed_;
    std::jthread thread_;  // Last, so that it ends before what it uses.
};

}  // namespace cli
