// SPDX-License-Identifier: Apache-2.0
// Who may use the terminal: a command in its own process group must be given it.
#pragma once

#include "posix/unique_fd.hpp"

#include <sys/types.h>

namespace cli {

/// Lends the controlling terminal to another process group and takes it back. Does nothing without one.
class terminal_loan {
public:
    terminal_loan();
    terminal_loan(const terminal_loan&) = delete;
    terminal_loan& operator=(const terminal_loan&) = delete;
    ~terminal_loan() { take_back(); }

    /// Gives it to `group` if it is ours to give; true if done.
    bool give_to(pid_t group) noexcept;
    void take_back() noexcept;
    [[nodiscard]] bool lent() const noexcept { return lent_; }

    /// Whether to give it at once: a person is at both ends. In a pipeline others may need it (`… | less`),
    /// so there it is given only when the command asks for it.
    [[nodiscard]] static bool wanted_at_once() noexcept;

private:
    unique_fd terminal_;
    bool lent_ = false;
};

}  // namespace cli
