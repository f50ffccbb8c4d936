// SPDX-License-Identifier: Apache-2.0
// A child process that a fault test starts, talks to by lines, freezes and kills.
#pragma once

#include "support/waiting.hpp"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace interlock::test {

/// Starts a program with its stdin and stdout on pipes; stderr is shared with the test. Whatever is still
/// alive at the end is killed. Not thread-safe.
class helper_process {
public:
    /// `command` is the path of the program and its arguments. Throws if it cannot be started.
    explicit helper_process(const std::vector<std::string>& command);
    ~helper_process();
    helper_process(const helper_process&) = delete;
    helper_process& operator=(const helper_process&) = delete;

    /// Sends one line. False if the process no longer reads.
    bool say(const std::string& line);
    /// The next line that it prints, without its end; `nullopt` at its end or after `limit`.
    [[nodiscard]] std::optional<std::string> hear(std::chrono::milliseconds limit = patience);
    /// Closes its stdin.
    void finish_talking() noexcept;

    void freeze();        ///< SIGSTOP; returns once it has stopped.
    void thaw();          ///< SIGCONT.
    void kill_at_once();  ///< SIGKILL; returns once it is gone.
    void signal(int number);

    /// Its exit code, 128 + the signal that ended it, or `nullopt` if it still runs after `limit`.
    [[nodiscard]] std::optional<int> wait(std::chrono::milliseconds limit = patience);

    [[nodiscard]] pid_t pid() const noexcept { return pid_; }

private:
    pid_t pid_ = -1;
    int in_ = -1;
    int out_ = -1;
    std::string unread_;
    std::optional<int> ended_;
};

}  // namespace interlock::test
