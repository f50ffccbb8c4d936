// SPDX-License-Identifier: Apache-2.0
// Builds a CLI11 parser for the chosen command out of the table; the only file that includes CLI11.
#include "parser.hpp"

#include "exit_code.hpp"
#include "nearest.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <list>

namespace cli {
namespace {

[[noreturn]] void complain_unknown(std::string_view what, std::string_view word,
                                   const std::vector<std::string_view>& known, std::string_view command) {
    const auto meant = nearest(word, known);
    const auto hint = meant.empty() ? fmt::format("; see interlock {}--help", command)
                                    : fmt::format("; did you mean '{}'?", meant);
    throw usage_error{fmt::format("unknown {} '{}'{}", what, word, hint)};
}

[[noreturn]] void complain_extra(const command_spec& command, const std::string& word) {
    const auto prefix = fmt::format("{} ", command.name);
    if (!word.starts_with('-')) {
        const auto* hint = command.after != trailing::nothing ? "; the command to run stands after --" : "";
        throw usage_error{fmt::format("unexpected '{}' after interlock {}{}", word, command.name, hint)};
    }
    std::list<std::string> spelled;
    std::vector<std::string_view> known;
    for (const auto& option : command.options)
        known.push_back(spelled.emplace_back(fmt::format("--{}", option.name)));
    complain_unknown("option", std::string_view{word}.substr(0, word.find('=')), known, prefix);
}

/// The words up to `--` stay, those behind it are returned. Done here so that no rule of the parser's
/// touches the words of the user's command.
std::vector<std::string> split_child(std::vector<std::string>& words) {
    const auto mark = std::ranges::find(words, "--");
    if (mark == words.end()) return {};
    std::vector<std::string> child(std::next(mark), words.end());
    words.erase(mark, words.end());
    return child;
}

void refuse_value(const std::vector<std::string>& words, const std::string& flag) {
    for (const auto& word : words) {
        if (word.starts_with(flag + "=")) throw usage_error{fmt::format("{} takes no value", flag)};
    }
}

/// No option begins with a digit, so that a negative number is a word like others, and so is a single -.
bool looks_like_option(std::string_view word) {
    return word.size() > 1 && word.front() == '-' && (word[1] < '0' || word[1] > '9');
}

/// What no option and no argument took: further values of the last argument, if it may come several times.
/// Collected here because the parser's own lists would take a value such as [a,b] apart.
void take_rest(invocation& call, const std::vector<std::string>& rest) {
    const auto arguments = call.command->arguments;
    const bool several = !arguments.empty() && arguments.back().how_many == argument_spec::count::several;
    const auto unwanted = several ? std::ranges::find_if(rest, looks_like_option) : rest.begin();
    if (unwanted != rest.end()) complain_extra(*call.command, *unwanted);
    if (!several) return;
    if (const auto first = call.find(arguments.back().name)) call.several.push_back(*first);
    call.several.insert(call.several.end(), rest.begin(), rest.end());
}

/// Reads options and arguments of the command into `call`; true if help is asked for instead.
bool parse_command(invocation& call, std::vector<std::string> words) {
    const auto& command = *call.command;
    auto& values = call.values;
    CLI::App app;
    app.allow_extras();
    const auto add = [&](const std::string& spelling, std::string_view key, std::string_view value) {
        const auto keep = [&values, key](const std::string& given) { values[std::string{key}] = given; };
        app.add_option_function<std::string>(spelling, keep)->type_name(std::string{value});
    };
    for (const auto& option : command.options) {
        const auto spelling = fmt::format("--{}", option.name);
        if (option.kind != value_kind::flag) {
            add(spelling, option.name, option.value);
            continue;
        }
        refuse_value(words, spelling);
        app.add_flag_callback(spelling, [&values, &option] { values[std::string{option.name}] = "true"; });
    }
    for (const auto& argument : command.arguments) add(std::string{argument.name}, argument.name, "TEXT");
    std::ranges::reverse(words);
    try {
        app.parse(std::move(words));
    } catch (const CLI::CallForHelp&) {
        return true;
    } catch (const CLI::ParseError& error) {
        throw usage_error{fmt::format("{}; see interlock {} --help", error.what(), command.name)};
    }
    take_rest(call, app.remaining());
    return false;
}

void check_given(const invocation& call, presence needed, std::string_view key, std::string_view spelling) {
    if (needed == presence::optional || call.flag(key)) return;
    throw usage_error{fmt::format("{} is missing; see interlock {} --help", spelling, call.command->name)};
}

void check_needed(const invocation& call) {
    for (const auto& argument : call.command->arguments)
        check_given(call, argument.needed, argument.name, argument.name);
    for (const auto& option : call.command->options)
        check_given(call, option.needed, option.name, fmt::format("--{} {}", option.name, option.value));
}

request parse_first(const std::string& word) {
    if (word == "--help" || word == "-h" || word == "help") return {.what = request::kind::help, .call = {}};
    if (word == "--version") return {.what = request::kind::version, .call = {}};
    std::vector<std::string_view> known;
    for (const auto& command : program().commands) {
        if (command.shown == visibility::shown) known.push_back(command.name);
    }
    complain_unknown(word.starts_with('-') ? "option" : "command", word, known, "");
}
}  // namespace

request parse(std::vector<std::string> words) {
    if (words.empty()) throw usage_error{"no command given; see interlock --help, or try: interlock demo"};
    request asked;
    asked.call.command = find_command(words.front());
    if (asked.call.command == nullptr) return parse_first(words.front());
    words.erase(words.begin());
    asked.call.child = split_child(words);
    if (parse_command(asked.call, std::move(words))) {
        asked.what = request::kind::help;
        return asked;
    }
    check_needed(asked.call);
    check(asked.call);
    return asked;
}

}  // namespace cli
