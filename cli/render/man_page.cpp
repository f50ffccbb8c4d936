// SPDX-License-Identifier: Apache-2.0
// The manual page, in man(7) markup.
#include "render/render.hpp"

#include <fmt/core.h>
#include <interlock/version.hpp>

namespace cli {
namespace {

/// Plain text as roff: no character acts as markup, hyphens stay what they are.
std::string roff(std::string_view text) {
    auto out = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
    out = replaced(out, "'", "\\(aq");
    return out.starts_with('.') ? fmt::format("\\&{}", out) : out;
}

/// Text put on lines of its own, one for each sentence as man pages want it.
std::string body(std::string_view text) {
    return replaced(replaced(replaced(roff(text), "\n\n", "\n.PP\n"), ". ", ".\n"), "; ", ";\n") + "\n";
}

std::string tagged(std::string_view tag, std::string_view text) {
    return fmt::format(".TP\n.B {}\n{}", roff(tag), body(text));
}

std::string option_entry(const option_spec& option) {
    if (option.value.empty()) return tagged(fmt::format("--{}", option.name), option.help);
    return fmt::format(".TP\n.BI {} \" {}\"\n{}", roff(fmt::format("--{}", option.name)), option.value,
                       body(option.help));
}

std::string command_entry(const command_spec& command) {
    std::string out = fmt::format(".SS {}\n.B {}\n.PP\n{}", roff(command.name), roff(synopsis(command)),
                                  body(command.description));
    for (const auto& argument : command.arguments) out += tagged(argument.name, argument.help);
    for (const auto& option : command.options) out += option_entry(option);
    return out;
}

std::string terms(std::string_view title, std::span<const term_spec> all) {
    std::string out = fmt::format(".SH {}\n", title);
    for (const auto& [term, meaning] : all) out += tagged(term, meaning);
    return out;
}
}  // namespace

std::string man_page() {
    const auto& all = program();
    std::string out = ".\\\" Made by \"interlock man\" from cli/table.cpp; do not edit.\n";
    out += ".TH INTERLOCK 1 \"\" \"Interlock " INTERLOCK_VERSION "\" \"User Commands\"\n";
    out += fmt::format(".SH NAME\ninterlock \\- {}\n", roff(all.summary));
    out += ".SH SYNOPSIS\n";
    for (const auto& command : all.commands) {
        if (command.shown == visibility::shown) out += fmt::format(".B {}\n.br\n", roff(synopsis(command)));
    }
    out += fmt::format(".SH DESCRIPTION\n{}.SH COMMANDS\n", body(all.description));
    for (const auto& command : all.commands) {
        if (command.shown == visibility::shown) out += command_entry(command);
    }
    out += ".SH OPTIONS\n";
    for (const auto& option : all.options) out += option_entry(option);
    out += terms("EXIT STATUS", all.exit_codes) + terms("ENVIRONMENT", all.environment) + ".SH EXAMPLES\n";
    for (const auto& [line, meaning] : all.examples) out += tagged(line, meaning);
    return out;
}

}  // namespace cli
