// SPDX-License-Identifier: Apache-2.0
// A child process that a fault test starts, talks to by lines, freezes and kills.
#include "support/helper_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace interlock::test {
namespace {

struct pipe_ends {
    int read = -1;
    int write = -1;
};

pipe_ends make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error{errno, std::generic_category(), "pipe2"};
    return {ends[0], ends[1]};
}

void close_end(int& fd) noexcept {
    if (fd >= 0) ::close(fd);
    fd = -1;
}

}  // namespace

helper_process::helper_process(const std::vector<std::string>& command) {
    ::signal(SIGPIPE, SIG_IGN);  // A dead helper is told by `say`, not by our own death.
    auto to_child = make_pipe();
    auto from_child = make_pipe();
    posix_spawn_file_actions_t wiring;
    posix_spawn_file_actions_init(&wiring);
    posix_spawn_file_actions_adddup2(&wiring, to_child.read, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&wiring, from_child.write, STDOUT_FILENO);
    std::vector<char*> arguments;
    for (const auto& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
    arguments.push_back(nullptr);
    const int problem = ::posix_spawn(&pid_, arguments[0], &wiring, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&wiring);
    close_end(to_child.read);
    close_end(from_child.write);
    in_ = to_child.write;
    out_ = from_child.read;
    if (problem == 0) return;
    close_end(in_);
    close_end(out_);
    throw std::system_error{problem, std::generic_category(), "cannot start " + command.front()};
}

helper_process::~helper_process() {
    if (!ended_) kill_at_once();
    close_end(in_);
    close_end(out_);
}

bool helper_process::say(const std::string& line) {
    const auto text = line + "\n";
    return ::write(in_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<std::string> helper_process::hear(std::chrono::milliseconds limit) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    for (;;) {
        if (const auto end = unread_.find('\n'); end != std::string::npos) {
            auto line = unread_.substr(0, end);
            unread_.erase(0, end + 1);
            return line;
        }
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        pollfd readable{out_, POLLIN, 0};
        if (left.count() <= 0 || ::poll(&readable, 1, static_cast<int>(left.count())) <= 0) return {};
        char piece[4096];
        const auto got = ::read(out_, piece, sizeof piece);
        if (got <= 0) return {};
        unread_.append(piece, static_cast<std::size_t>(got));
    }
}

void helper_process::finish_talking() noexcept { close_end(in_); }

void helper_process::signal(int number) {
    if (!ended_) ::kill(pid_, number);
}

void helper_process::freeze() {
    signal(SIGSTOP);
    int state = 0;
    ::waitpid(pid_, &state, WUNTRACED);
    if (!WIFSTOPPED(state)) ended_ = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

void helper_process::thaw() { signal(SIGCONT); }

void helper_process::kill_at_once() {
    signal(SIGKILL);
    (void)wait();
}

std::optional<int> helper_process::wait(std::chrono::milliseconds limit) {
    (void)eventually(
        [&] {
            int state = 0;
            if (!ended_ && ::waitpid(pid_, &state, WNOHANG) == pid_)
                ended_ = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
            return ended_.has_value();
        },
        limit);
    return ended_;
}

}  // namespace interlock::test
