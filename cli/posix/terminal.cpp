// SPDX-License-Identifier: Apache-2.0
// Terminal foreground groups.
#include "posix/terminal.hpp"

#include <fcntl.h>
#include <csignal>

namespace cli {
namespace {
/// A process outside the foreground group is stopped for changing it, unless it blocks the signal.
int set_foreground(int terminal, pid_t group) noexcept {
    sigset_t stop, former;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &stop, &former);
    const int result = ::tcsetpgrp(terminal, group);
    ::pthread_sigmask(SIG_SETMASK, &former, nullptr);
    return result;
}
}  // namespace

terminal_loan::terminal_loan() : terminal_{::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)} {}

bool terminal_loan::give_to(pid_t group) noexcept {
    if (!terminal_ || ::tcgetpgrp(terminal_.get()) != ::getpgrp()) return false;
    lent_ = set_foreground(terminal_.get(), group) == 0;
    return lent_;
}

void terminal_loan::take_back() noexcept {
    if (std::exchange(lent_, false)) set_foreground(terminal_.get(), ::getpgrp());
}

bool terminal_loan::wanted_at_once() noexcept {
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
}

}  // namespace cli
