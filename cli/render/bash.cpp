// SPDX-License-Identifier: Apache-2.0
// The completion script for bash.
#include "render/render.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace cli {
namespace {

constexpr std::string_view head = R"(# Made by "interlock completion bash" from cli/table.cpp; do not edit.
_interlock() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} i
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W '@COMMANDS@' -- "$current"))
        return
    fi
    for ((i = 2; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == -- ]]; then
            if declare -F _command_offset >/dev/null; then
                _command_offset $((i + 1))
            else
                COMPREPLY=($(compgen -c -f -- "$current"))
            fi
            return
        fi
    done
    case $previous in
@VALUES@    esac
    case $command in
@CASES@    esac
}
complete -F _interlock interlock
)";

std::string value_case(const option_spec& option) {
    const auto words = option.kind == value_kind::choice ? fmt::format("{}", fmt::join(option.choices, " "))
                       : option.kind == value_kind::duration ? std::string{"500ms 2s 30s 1m 1h"}
                                                             : std::string{};
    return fmt::format("        --{}) COMPREPLY=($(compgen -W '{}' -- \"$current\")); return ;;\n",
                       option.name, words);
}

std::string command_case(const command_spec& command) {
    std::string words;
    for (const auto& option : command.options) words += fmt::format("--{} ", option.name);
    for (const auto& argument : command.arguments) {
        for (const auto choice : argument.choices) words += fmt::format("{} ", choice);
    }
    words += command.after != trailing::nothing ? "--help --" : "--help";
    return fmt::format("        {}) COMPREPLY=($(compgen -W '{}' -- \"$current\")) ;;\n", command.name,
                       words);
}
}  // namespace

std::string bash_completion() {
    std::string names, values, cases;
    for (const auto& command : program().commands) {
        if (command.shown == visibility::hidden) continue;
        names += fmt::format("{} ", command.name);
        cases += command_case(command);
        for (const auto& option : command.options) {
            // The same option means the same in every command, so that one case serves all.
            const auto line = option.value.empty() ? std::string{} : value_case(option);
            if (values.find(line) == std::string::npos) values += line;
        }
    }
    for (const auto& option : program().options) names += fmt::format("--{} ", option.name);
    names.pop_back();
    return replaced(replaced(replaced(head, "@COMMANDS@", names), "@VALUES@", values), "@CASES@", cases);
}

}  // namespace cli
