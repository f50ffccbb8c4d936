// SPDX-License-Identifier: Apache-2.0
// What this engine must know of the machine and of processes on it.
#include "engines/sqlite/host_facts.hpp"

#include <interlock/error.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>

namespace interlock::sqlite {
namespace {

/// A small file of /proc; empty if it cannot be read.
std::string contents(const std::string& path) noexcept {
    std::array<char, 1024> buffer{};
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return {};
    const auto size = ::read(fd, buffer.data(), buffer.size());
    ::close(fd);
    return size > 0 ? std::string{buffer.data(), static_cast<std::size_t>(size)} : std::string{};
}

std::int64_t number_in(std::string_view text, std::size_t& at) {
    at = std::min(text.find_first_not_of(" \t", at), text.size());
    std::int64_t out = 0;
    const auto end = std::from_chars(text.data() + at, text.data() + text.size(), out).ptr;
    at = static_cast<std::size_t>(end - text.data());
    return out;
}

boot_clock::duration boot_offset() {
    const auto text = contents("/proc/self/timens_offsets");
    auto at = text.find("boottime");
    if (at == std::string::npos) return {};
    at += std::string_view{"boottime"}.size();
    const std::chrono::seconds seconds{number_in(text, at)};
    return seconds + std::chrono::nanoseconds{number_in(text, at)};
}

/// Field 22 of /proc/PID/stat. The second field may contain anything, so counting starts behind its `)`.
std::optional<std::uint64_t> start_of(std::int64_t pid) noexcept {
    const auto text = contents("/proc/" + std::to_string(pid) + "/stat");
    auto at = text.rfind(')');
    if (at == std::string::npos) return std::nullopt;
    for (int field = 2; field < 22 && at != std::string::npos; ++field) at = text.find(' ', at + 1);
    if (at == std::string::npos) return std::nullopt;
    return static_cast<std::uint64_t>(number_in(text, at));
}

int pidfd_open(std::int64_t pid) noexcept {
    return static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0));
}

bool has_ended(int pidfd) noexcept {
    pollfd asked{.fd = pidfd, .events = POLLIN, .revents = 0};
    return ::poll(&asked, 1, 0) == 1;
}

bool visible(const process& who, const process& self) noexcept {
    return who.pid > 0 && who.pid_namespace == self.pid_namespace;
}

}  // namespace

host_facts read_host_facts() {
    host_facts out;
    out.boot_id = contents("/proc/sys/kernel/random/boot_id");
    while (!out.boot_id.empty() && out.boot_id.back() == '\n') out.boot_id.pop_back();
    struct stat space {};
    const auto started = start_of(::getpid());
    if (out.boot_id.empty() || !started || ::stat("/proc/self/ns/pid", &space) != 0) {
        throw error{fail(errc::unavailable,
                         "sqlite: cannot read /proc, which tells one boot and one process "
                         "from another; mount it in this container")};
    }
    out.boot_offset = boot_offset();
    out.self = {.pid = ::getpid(), .started = *started, .pid_namespace = space.st_ino};
    return out;
}

life look_for(const process& who, const process& self) noexcept {
    if (!visible(who, self)) return life::unknown;
    if (who.pid == self.pid) return who.started == self.started ? life::alive : life::dead;
    const int pidfd = open_process(who, self);
    if (pidfd >= 0) {
        ::close(pidfd);
        return life::alive;
    }
    if (errno == ESRCH) return life::dead;
    // No pidfd for another reason: an old kernel or a strict sandbox.
    if (::kill(static_cast<pid_t>(who.pid), 0) != 0 && errno == ESRCH) return life::dead;
    const auto started = start_of(who.pid);
    return started && *started != who.started ? life::dead : life::unknown;
}

int open_process(const process& who, const process& self) noexcept {
    if (!visible(who, self)) {
        errno = EXDEV;
        return -1;
    }
    const int pidfd = pidfd_open(who.pid);
    if (pidfd < 0) return -1;
    // Compared after opening: the pid may have gone to another process in between. A zombie keeps its
    // entry, but its descriptor is readable.
    const auto started = start_of(who.pid);
    if (started && *started == who.started && !has_ended(pidfd)) return pidfd;
    const bool other = has_ended(pidfd) || (started && *started != who.started);
    ::close(pidfd);
    errno = other ? ESRCH : EPERM;
    return -1;
}

}  // namespace interlock::sqlite
