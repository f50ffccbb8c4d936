// SPDX-License-Identifier: Apache-2.0
// The completion script for fish.
#include "render/render.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace cli {
namespace {

std::string quoted(std::string_view text) {
    return fmt::format("'{}'", replaced(replaced(text, "\\", "\\\\"), "'", "\\'"));
}

/// Help texts are cut to their first sentence: a completion menu has one line for each.
std::string first_sentence(std::string_view text) {
    const auto first = text.substr(0, text.find(". "));
    return std::string{first.substr(0, first.find_last_not_of('.') + 1)};
}

std::string option_line(const command_spec& command, const option_spec& option) {
    auto line = fmt::format("complete -c interlock -n '__fish_seen_subcommand_from {}' -l {} -d {}",
                            command.name, option.name, quoted(first_sentence(option.help)));
    if (!option.value.empty()) line += " -x";
    if (option.kind == value_kind::choice) line += fmt::format(" -a '{}'", fmt::join(option.choices, " "));
    if (option.kind == value_kind::duration) line += " -a '500ms 2s 30s 1m 1h'";
    return line + "\n";
}

std::string command_lines(const command_spec& command) {
    auto out = fmt::format("complete -c interlock -n __fish_use_subcommand -a {} -d {}\n", command.name,
                           quoted(command.summary));
    for (const auto& option : command.options) out += option_line(command, option);
    for (const auto& argument : command.arguments) {
        if (argument.choices.empty()) continue;
        out += fmt::format("complete -c interlock -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                           command.name, fmt::join(argument.choices, " "));
    }
    if (command.after != trailing::nothing) {
        out += fmt::format(
            "complete -c interlock -n '__fish_seen_subcommand_from {}; and contains -- -- (commandline "
            "-opc)' "
            "-a '(__fish_complete_command)'\n",
            command.name);
    }
    return out;
}
}  // namespace

std::string fish_completion() {
    std::string out =
        "# Made by \"interlock completion fish\" from cli/table.cpp; do not edit.\ncomplete -c interlock "
        "-f\n";
    for (const auto& option : program().options) {
        out += fmt::format("complete -c interlock -n __fish_use_subcommand -l {} -d {}\n", option.name,
                           quoted(first_sentence(option.help)));
    }
    for (const auto& command : program().commands) {
        if (command.shown == visibility::shown) out += command_lines(command);
    }
    return out;
}

}  // namespace cli
