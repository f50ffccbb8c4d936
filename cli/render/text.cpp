// SPDX-License-Identifier: Apache-2.0
// Small pieces that help, man page and completions share.
#include "render/render.hpp"

#include <fmt/core.h>
#include <interlock/version.hpp>
#include <sstream>

namespace cli {

std::string version_line() { return "interlock " INTERLOCK_VERSION "\n"; }

std::string spelling(const option_spec& option) {
    return option.value.empty() ? fmt::format("--{}", option.name)
                                : fmt::format("--{} {}", option.name, option.value);
}

std::string synopsis(const command_spec& command) {
    std::string line = fmt::format("interlock {}", command.name);
    for (const auto& argument : command.arguments) {
        const bool optional = argument.needed == presence::optional;
        line += optional ? fmt::format(" [{}]", argument.name) : fmt::format(" {}", argument.name);
        if (argument.how_many == argument_spec::count::several) line += "...";
    }
    for (const auto& option : command.options) {
        if (option.needed == presence::required) line += fmt::format(" {}", spelling(option));
    }
    if (!command.options.empty()) line += " [options]";
    if (command.after == trailing::command) line += " -- COMMAND [ARGUMENT...]";
    if (command.after == trailing::optional_command) line += " [-- COMMAND [ARGUMENT...]]";
    return line;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    std::string out;
    std::size_t column = indent;
    std::istringstream words{std::string{text}};
    for (std::string word; words >> word;) {
        if (column > indent && column + 1 + word.size() > width) {
            out += fmt::format("\n{:{}}", "", indent);
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += word;
        column += word.size();
    }
    return out;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string out;
    for (std::size_t at = 0; (at = text.find(from)) != std::string_view::npos;) {
        out.append(text.substr(0, at)).append(to);
        text.remove_prefix(at + from.size());
    }
    return out.append(text);
}

}  // namespace cli
