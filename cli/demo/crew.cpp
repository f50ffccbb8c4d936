// SPDX-License-Identifier: Apache-2.0
// Starts the tool itself as worker processes and sends them signals.
#include "demo/crew.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <csignal>

namespace cli::demo {
namespace {

struct spawn_plan {
    posix_spawn_file_actions_t files{};
    posix_spawnattr_t attributes{};

    spawn_plan(int control, int reports) {
        ::posix_spawn_file_actions_init(&files);
        ::posix_spawnattr_init(&attributes);
        // The report end may stand where another is to be put; it goes first.
        ::posix_spawn_file_actions_adddup2(&files, reports, report_fd);
        ::posix_spawn_file_actions_adddup2(&files, control, control_fd);
        ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        ::posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
        // A group of its own keeps an interrupt from the terminal with the director; signals start unblocked.
        sigset_t none;
        sigemptyset(&none);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setpgroup(&attributes, 0);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    }
    spawn_plan(const spawn_plan&) = delete;
    spawn_plan& operator=(const spawn_plan&) = delete;
    ~spawn_plan() {
        ::posix_spawn_file_actions_destroy(&files);
        ::posix_spawnattr_destroy(&attributes);
    }
};
}  // namespace

crew::crew(const std::vector<std::string>& names, const std::string& engine, const std::string& store) {
    auto ends = make_pipe();
    // Moved out of the way of the numbers that the workers use.
    const unique_fd report_end{
        checked(::fcntl(ends.write.get(), F_DUPFD_CLOEXEC, 10), "cannot copy a descriptor")};
    ends.write.close();
    reports_ = std::move(ends.read);
    members_.resize(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        start(members_[i],
              {"interlock", "demo-worker", "--engine", engine, "--store", store, "--label", names[i],
               "--index", std::to_string(i)},
              report_end.get());
    }
}

void crew::start(member& who, const std::vector<std::string>& words, int report_end) {
    auto control = make_pipe();
    const unique_fd worker_end{
        checked(::fcntl(control.read.get(), F_DUPFD_CLOEXEC, 10), "cannot copy a descriptor")};
    const spawn_plan plan{worker_end.get(), report_end};
    std::vector<char*> arguments;
    for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int failed =
        ::posix_spawn(&who.pid, "/proc/self/exe", &plan.files, &plan.attributes, arguments.data(), environ);
    if (failed != 0) throw std::system_error{failed, std::generic_category(), "cannot start a worker"};
    who.control = std::move(control.write);
}

crew::~crew() {
    for (std::size_t i = 0; i < members_.size(); ++i) kill(i);
}

std::optional<report> crew::take() {
    report got;
    const auto size = ::read(reports_.get(), &got, sizeof got);
    if (size == sizeof got) return got;
    checked(size < 0 ? -1 : 0, "cannot read the workers' reports");
    return std::nullopt;
}

void crew::command(std::size_t worker, char what) const noexcept {
    [[maybe_unused]] const auto sent = ::write(members_[worker].control.get(), &what, 1);
}

void crew::kill(std::size_t worker) noexcept {
    auto& who = members_[worker];
    if (who.pid < 0 || std::exchange(who.reaped, true)) return;
    ::kill(who.pid, SIGKILL);
    while (::waitpid(who.pid, nullptr, 0) < 0 && errno == EINTR) continue;
}

void crew::freeze(std::size_t worker) const noexcept { ::kill(members_[worker].pid, SIGSTOP); }
void crew::thaw(std::size_t worker) const noexcept { ::kill(members_[worker].pid, SIGCONT); }

void crew::dismiss() noexcept {
    for (auto& who : members_) who.control.close();
}

}  // namespace cli::demo
