// SPDX-License-Identifier: Apache-2.0
// Help texts for the terminal.
#include "render/render.hpp"

#include <fmt/core.h>

namespace cli {
namespace {

constexpr std::size_t term_column = 22;

std::string row(std::string_view term, std::string_view meaning) {
    const auto head = fmt::format("  {:<{}}", term, term_column - 2);
    const auto gap = head.size() > term_column ? fmt::format("\n{:{}}", "", term_column) : std::string{};
    return head + gap + wrapped(meaning, term_column) + "\n";
}

std::string paragraphs(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const auto end = text.find("\n\n");
        out += wrapped(text.substr(0, end), 0) + "\n\n";
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
    }
    return out;
}

std::string section(std::string_view title, std::span<const term_spec> terms) {
    std::string out = fmt::format("\n{}\n", title);
    for (const auto& [term, meaning] : terms) out += row(term, meaning);
    return out;
}
}  // namespace

std::string help_for(const command_spec& command) {
    std::string out = fmt::format("{}.\n\nUsage: {}\n\n", command.summary, synopsis(command));
    out += paragraphs(command.description);
    if (!command.arguments.empty()) out += "Arguments\n";
    for (const auto& argument : command.arguments) out += row(argument.name, argument.help);
    if (!command.arguments.empty()) out += "\n";
    out += "Options\n";
    for (const auto& option : command.options) out += row(spelling(option), option.help);
    out += row("-h, --help", "Show this help.");
    return out + section("Exit codes", program().exit_codes);
}

std::string help_for_program() {
    const auto& all = program();
    std::string out = fmt::format("{}.\n\nUsage: interlock COMMAND ...\n\n", all.summary);
    out += paragraphs(all.description) + "Commands (interlock COMMAND --help tells more)\n";
    for (const auto& command : all.commands) {
        if (command.shown == visibility::shown) out += row(command.name, command.summary);
    }
    out += "\nOptions\n";
    for (const auto& option : all.options) out += row(spelling(option), option.help);
    out += section("Exit codes", all.exit_codes) + section("Environment", all.environment) + "\nExamples\n";
    for (const auto& [line, meaning] : all.examples)
        out += fmt::format("  {}\n      {}\n", line, wrapped(meaning, 6));
    return out;
}

}  // namespace cli
