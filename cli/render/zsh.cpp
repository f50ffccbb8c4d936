// SPDX-License-Identifier: Apache-2.0
// The completion script for zsh.
#include "render/render.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace cli {
namespace {

constexpr std::string_view body = R"(#compdef interlock
# Made by "interlock completion zsh" from cli/table.cpp; do not edit.
_interlock() {
    local curcontext="$curcontext" state line
    typeset -A opt_args
    local mark=${words[(i)--]}
    if (( mark < CURRENT )); then
        shift $mark words
        (( CURRENT -= mark ))
        _normal
        return
    fi
    _arguments -C '--help[show help]' '--version[print the version]' '1: :->command' '*:: :->arguments'
    case $state in
    command)
        local -a commands=(
@COMMANDS@        )
        _describe command commands ;;
    arguments)
        case $line[1] in
@CASES@        esac ;;
    esac
}
if [ "$funcstack[1]" = "_interlock" ]; then
    _interlock "$@"
else
    compdef _interlock interlock
fi
)";

/// Text inside a single-quoted specification, where brackets and colons have a meaning of their own.
std::string quoted(std::string_view text) {
    auto out = replaced(replaced(text, "'", "'\\''"), ":", "\\:");
    return replaced(replaced(out, "[", "\\["), "]", "\\]");
}

std::string option_argument(const option_spec& option) {
    const auto head = fmt::format("--{}[{}]", option.name, quoted(option.help));
    if (option.kind == value_kind::choice) {
        return fmt::format("'{}:{}:({})'", head, option.value, fmt::join(option.choices, " "));
    }
    if (option.kind == value_kind::duration)
        return fmt::format("'{}:{}:(500ms 2s 30s 1m 1h)'", head, option.value);
    return option.value.empty() ? fmt::format("'{}'", head) : fmt::format("'{}:{}: '", head, option.value);
}

std::string command_case(const command_spec& command) {
    std::string out = fmt::format("        {})\n            _arguments '--help[show help]'", command.name);
    for (const auto& option : command.options)
        out += fmt::format(" \\\n                {}", option_argument(option));
    for (const auto& argument : command.arguments) {
        const auto choices = fmt::format("({})", fmt::join(argument.choices, " "));
        const auto* repeated = argument.how_many == argument_spec::count::several ? "*" : "";
        out += fmt::format(" \\\n                '{}:{}:{}'", repeated, argument.name,
                           argument.choices.empty() ? " " : choices);
    }
    return out + " ;;\n";
}
}  // namespace

std::string zsh_completion() {
    std::string names, cases;
    for (const auto& command : program().commands) {
        if (command.shown == visibility::hidden) continue;
        names += fmt::format("            '{}:{}'\n", command.name, quoted(command.summary));
        cases += command_case(command);
    }
    return replaced(replaced(body, "@COMMANDS@", names), "@CASES@", cases);
}

}  // namespace cli
