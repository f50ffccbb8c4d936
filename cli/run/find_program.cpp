// SPDX-License-Identifier: Apache-2.0
// The search along PATH.
#include "run/find_program.hpp"

#include "talk.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>
#include <string_view>

namespace cli {
namespace {
program_state look_at(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return program_state::not_found;
    if (!S_ISREG(found.st_mode) || ::access(path.c_str(), X_OK) != 0) return program_state::not_executable;
    return program_state::executable;
}
}  // namespace

program_state find_program(const std::string& name) {
    if (name.find('/') != std::string::npos) return look_at(name);
    const char* variable = std::getenv("PATH");
    std::string_view path = variable != nullptr ? variable : "/bin:/usr/bin";
    auto best = program_state::not_found;
    while (true) {
        const auto end = path.find(':');
        const std::string folder{path.substr(0, end)};
        const auto seen = look_at((folder.empty() ? "." : folder) + "/" + name);
        if (seen == program_state::executable) return seen;
        if (seen == program_state::not_executable) best = seen;
        if (end == std::string_view::npos) return best;
        path.remove_prefix(end + 1);
    }
}

std::optional<exit_code> cannot_run(const std::string& name) {
    switch (find_program(name)) {
        case program_state::executable:
            return std::nullopt;
        case program_state::not_executable:
            complain(fmt::format("'{}' cannot be executed; check its permissions", name));
            return exit_not_executable;
        case program_state::not_found:
            break;
    }
    complain(fmt::format("command '{}' not found", name));
    return exit_not_found;
}

}  // namespace cli
