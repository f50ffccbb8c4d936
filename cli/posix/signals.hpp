// SPDX-License-Identifier: Apache-2.0
// Signals as something to read, instead of handlers that interrupt.
#pragma once

#include "posix/unique_fd.hpp"

#include <csignal>
#include <initializer_list>
#include <optional>

namespace cli {

/// How this process treats signals: what a program started from here takes over.
class signal_setting {
public:
    /// The present one.
    signal_setting() noexcept;
    /// Makes it the present one again.
    void restore() const noexcept;

private:
    sigset_t blocked_;
    bool pipe_ignored_;
};

/// Takes the given signals out of their normal course for the rest of the process, in this thread and all
/// that it starts: a second interrupt while cleaning up must not break that off. Signals that the caller of
/// the tool ignores (`nohup`) stay ignored.
class signal_source {
public:
    explicit signal_source(std::initializer_list<int> signals);
    signal_source(const signal_source&) = delete;
    signal_source& operator=(const signal_source&) = delete;

    /// Readable when a signal has arrived.
    [[nodiscard]] int fd() const noexcept { return fd_.get(); }

    /// The next signal, if one has arrived.
    [[nodiscard]] std::optional<int> take() noexcept;

private:
    unique_fd fd_;
};

}  // namespace cli
