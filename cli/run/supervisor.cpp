// SPDX-License-Identifier: Apache-2.0
// The event loop around a running command.
#include "run/supervisor.hpp"

#include "duration.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <algorithm>
#include <cstring>

namespace cli {
using interlock::boot_clock;

supervisor::supervisor(guarded_child& child, guard under, signal_source& signals, policy how)
    : child_{child},
      under_{std::move(under)},
      signals_{signals},
      how_{how},
      loss_event_{checked(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "cannot make an event")},
      on_loss_{under_.lost, [this] { ::eventfd_write(loss_event_.get(), 1); }} {}

supervisor::ending supervisor::run() {
    if (terminal_loan::wanted_at_once()) terminal_.give_to(child_.group());
    if (const int why = child_.start(under_.fences); why != 0) return exec_failed(why);
    supervise();
    terminal_.take_back();
    return {.code = *ended_, .lost = lost_, .told = told_};
}

supervisor::ending supervisor::exec_failed(int why) {
    terminal_.take_back();
    complain(fmt::format("cannot run the command: {}", std::strerror(why)));
    return {.code = why == ENOENT ? exit_not_found : exit_not_executable, .started = false};
}

void supervisor::supervise() {
    while (!finished()) {
        pollfd watched[] = {{.fd = signals_.fd(), .events = POLLIN, .revents = 0},
                            {.fd = loss_event_.get(), .events = POLLIN, .revents = 0},
                            {.fd = output_fd(), .events = POLLIN, .revents = 0}};
        if (::poll(watched, std::size(watched), patience()) < 0 && errno != EINTR) checked(-1, "cannot wait");
        eventfd_t count = 0;
        if (::eventfd_read(loss_event_.get(), &count) == 0) handle_loss();
        while (const auto signal = signals_.take()) handle_signal(*signal);
        while (const auto seen = child_.take_change()) handle_change(*seen);
        // After a look at the command: what it wrote before its end is in the pipe by then.
        if (how_.output != nullptr) how_.output->drain();
        kill_when_due();
    }
}

int supervisor::output_fd() const noexcept { return how_.output != nullptr ? how_.output->fd() : -1; }

/// After a loss the work of the whole group must have ended, else that of the command itself.
bool supervisor::finished() const noexcept {
    if (!ended_) return false;
    return !(lost_ && how_.on_lost == loss_action::terminate && child_.group_alive());
}

int supervisor::patience() const noexcept {
    if (!kill_at_) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*kill_at_ - boot_clock::now());
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

void supervisor::handle_signal(int signal) {
    if (signal == SIGCHLD) return;
    if (signal == SIGTERM || signal == SIGINT || signal == SIGQUIT) told_ = signal;
    child_.send(signal);
}

void supervisor::handle_change(const guarded_child::change& seen) {
    if (seen.what == guarded_child::change::kind::ended)
        ended_ = seen.value;
    else
        handle_stop(seen.value);
}

/// A command that was stopped because it needs the terminal gets it. If it was stopped from the terminal,
/// or cannot have it, this process stops too, as the shell expects of a job; when continued too late, the
/// lock is lost and that is handled as always. A command stopped by other means is left alone.
void supervisor::handle_stop(int signal) {
    const bool wants_terminal = signal == SIGTTIN || signal == SIGTTOU;
    if (wants_terminal && terminal_.give_to(child_.group())) {
        child_.send(SIGCONT);
        return;
    }
    if (!wants_terminal && !terminal_.lent()) return;
    terminal_.take_back();
    ::kill(0, SIGTSTP);
    terminal_.give_to(child_.group());
    child_.send(SIGCONT);
}

void supervisor::handle_loss() {
    if (std::exchange(lost_, true)) return;
    if (how_.on_lost == loss_action::warn) {
        warn(fmt::format("{} was lost; the command goes on without it", under_.what));
        return;
    }
    complain(
        fmt::format("{} was lost; terminating the command (KILL after {})", under_.what, spoken(how_.grace)));
    child_.send(SIGTERM);
    child_.send(SIGCONT);
    kill_at_ = boot_clock::now() + how_.grace;
}

void supervisor::kill_when_due() {
    if (!kill_at_ || boot_clock::now() < *kill_at_ || finished()) return;
    child_.send(SIGKILL);
    // Members of the group that this process cannot wait for are looked at again.
    kill_at_ = boot_clock::now() + std::chrono::milliseconds{50};
}

}  // namespace cli
