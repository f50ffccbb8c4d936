// SPDX-License-Identifier: Apache-2.0
// Commands that print a text made from the command table.
#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "invocation.hpp"
#include "render/render.hpp"
#include "talk.hpp"

namespace cli {

int version_command(const invocation&) {
    print(version_line());
    return exit_success;
}

int man_command(const invocation&) {
    print(man_page());
    return exit_success;
}

int completion_command(const invocation& call) {
    const auto shell = call.text("SHELL");
    print(shell == "bash" ? bash_completion() : shell == "zsh" ? zsh_completion() : fish_completion());
    return exit_success;
}

}  // namespace cli
