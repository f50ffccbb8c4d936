// SPDX-License-Identifier: Apache-2.0
// Fork, gate, exec, and what becomes of it.
#include "run/guarded_child.hpp"

#include "exit_code.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <csignal>
#include <cstdlib>

namespace cli {
namespace {

/// Fills `fences` from the gate; false if it was closed before.
bool read_all(int gate, std::span<std::byte> fences) noexcept {
    while (!fences.empty()) {
        const auto got = ::read(gate, fences.data(), fences.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        fences = fences.subspan(static_cast<std::size_t>(got));
    }
    return true;
}

bool write_all(int gate, std::span<const std::byte> fences) noexcept {
    while (!fences.empty()) {
        const auto put = ::write(gate, fences.data(), fences.size());
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return false;
        fences = fences.subspan(static_cast<std::size_t>(put));
    }
    return true;
}

/// What the command finds in its environment. What an outer one was told is not about these
/// locks.
void tell_environment(const guarded_child::plan& what, const std::vector<std::uint64_t>& fences) {
    const auto& names = what.lock_names;
    const auto fence = std::to_string(fences.front());
    ::setenv("INTERLOCK_NAME", names.front().c_str(), 1);
    ::setenv("INTERLOCK_FENCE", fence.c_str(), 1);
    ::unsetenv("INTERLOCK_TERM");
    ::unsetenv("INTERLOCK_FENCES");
    if (what.leading) ::setenv("INTERLOCK_TERM", fence.c_str(), 1);
    if (names.size() == 1) return;
    std::string lines;
    for (std::size_t i = 0; i < names.size(); ++i) lines += names[i] + "=" + std::to_string(fences[i]) + "\n";
    ::setenv("INTERLOCK_FENCES", lines.c_str(), 1);
}

/// The other side of the fork: waits for the fences, then becomes the command. Never returns.
[[noreturn]] void become_command(const guarded_child::plan& what, int gate, int exec_error) {
    what.signals.restore();
    if (what.output >= 0 && ::dup2(what.output, STDOUT_FILENO) < 0) ::_exit(exit_internal);
    std::vector<std::uint64_t> fences(what.lock_names.size());
    if (!read_all(gate, std::as_writable_bytes(std::span{fences}))) ::_exit(exit_internal);
    tell_environment(what, fences);
    std::vector<char*> words;
    for (const auto& word : what.command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::execvp(words.front(), words.data());
    const int why = errno;
    [[maybe_unused]] const auto told = ::write(exec_error, &why, sizeof why);
    ::_exit(exit_not_found);
}

/// Sees to it that this process ends with its parent, whose death may already have happened.
void follow(pid_t parent) noexcept {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(exit_internal);
}
}  // namespace

guarded_child::guarded_child(const plan& what) {
    auto gate = make_pipe();
    auto exec_error = make_pipe();
    // A parent that ignores SIGCHLD would never hear of its children. Orphans of the command come to this
    // process, so that the end of the whole group can be waited for.
    ::signal(SIGCHLD, SIG_DFL);
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t parent = ::getpid();
    pid_ = checked(::fork(), "cannot start a process");
    if (pid_ == 0) {
        follow(parent);
        ::setpgid(0, 0);
        gate.write.close();
        exec_error.read.close();
        become_command(what, gate.read.get(), exec_error.write.get());
    }
    // Done on both sides, so that the group exists whichever runs first.
    ::setpgid(pid_, pid_);
    gate_ = std::move(gate.write);
    exec_error_ = std::move(exec_error.read);
    // Standard error may be a closed pipe; that must not end the guard while the command runs.
    ::signal(SIGPIPE, SIG_IGN);
}

guarded_child::~guarded_child() {
    if (ended_) return;
    send(SIGKILL);
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
}

int guarded_child::start(std::span<const std::uint64_t> fences) {
    if (!write_all(gate_.get(), std::as_bytes(fences))) return 0;  // It has died; take_change() tells.
    gate_.close();
    int why = 0;
    ssize_t got = 0;
    do got = ::read(exec_error_.get(), &why, sizeof why);
    while (got < 0 && errno == EINTR);
    return got == sizeof why ? why : 0;
}

void guarded_child::send(int signal) const noexcept { ::kill(-pid_, signal); }

std::optional<guarded_child::change> guarded_child::take_change() noexcept {
    int status = 0;
    // Adopted orphans are reaped by the way; there are only as many as the command left behind.
    while (const pid_t who = ::waitpid(-1, &status, WNOHANG | WUNTRACED)) {
        if (who < 0) return std::nullopt;
        if (who != pid_) continue;
        if (WIFSTOPPED(status)) return change{change::kind::stopped, WSTOPSIG(status)};
        ended_ = true;
        return change{change::kind::ended,
                      WIFSIGNALED(status) ? exit_signal_base + WTERMSIG(status) : WEXITSTATUS(status)};
    }
    return std::nullopt;
}

bool guarded_child::group_alive() const noexcept { return ::kill(-pid_, 0) == 0; }

}  // namespace cli
