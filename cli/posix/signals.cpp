// SPDX-License-Identifier: Apache-2.0
// signalfd(2) behind an object.
#include "posix/signals.hpp"

#include <sys/signalfd.h>

namespace cli {
namespace {
bool ignored(int signal) noexcept {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}
}  // namespace

signal_setting::signal_setting() noexcept : pipe_ignored_{ignored(SIGPIPE)} {
    sigemptyset(&blocked_);
    ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked_);
}

void signal_setting::restore() const noexcept {
    ::signal(SIGPIPE, pipe_ignored_ ? SIG_IGN : SIG_DFL);
    ::pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
}

signal_source::signal_source(std::initializer_list<int> signals) {
    sigset_t wanted;
    sigemptyset(&wanted);
    for (const int signal : signals) {
        if (!ignored(signal)) sigaddset(&wanted, signal);
    }
    fd_ = unique_fd{checked(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK), "cannot watch signals")};
    checked(-::pthread_sigmask(SIG_BLOCK, &wanted, nullptr), "cannot block signals");
}

std::optional<int> signal_source::take() noexcept {
    signalfd_siginfo info{};
    if (::read(fd_.get(), &info, sizeof info) != sizeof info) return std::nullopt;
    return static_cast<int>(info.ssi_signo);
}

}  // namespace cli
