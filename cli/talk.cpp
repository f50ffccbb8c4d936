// SPDX-License-Identifier: Apache-2.0
// Writes messages and data with plain system calls, each in one piece.
#include "talk.hpp"

#include <fmt/core.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace cli {
namespace {
bool quiet = false;

bool write_all(int fd, std::string_view text) noexcept {
    while (!text.empty()) {
        const auto written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void tell(std::string_view colour, std::string_view kind, std::string_view message) {
    const auto head = may_decorate(STDERR_FILENO) && !colour.empty()
                          ? fmt::format("\x1b[{}minterlock:\x1b[0m {}", colour, kind)
                          : fmt::format("interlock: {}", kind);
    // Nothing more can be done where standard error itself is gone.
    write_all(STDERR_FILENO, fmt::format("{}{}\n", head, message));
}
}  // namespace

void be_quiet() noexcept { quiet = true; }

void say(std::string_view message) {
    if (!quiet) tell("2", "", message);
}
void warn(std::string_view message) { tell("33", "warning: ", message); }
void complain(std::string_view message) { tell("31", "", message); }

bool may_decorate(int fd) {
    const char* objection = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return (objection == nullptr || *objection == '\0') && terminal != nullptr &&
           std::string_view{terminal} != "dumb" && ::isatty(fd) == 1;
}

void print(std::string_view data) {
    if (!write_all(STDOUT_FILENO, data)) {
        throw std::system_error{errno, std::generic_category(), "cannot write to standard output"};
    }
}

}  // namespace cli
