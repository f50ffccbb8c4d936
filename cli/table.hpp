// SPDX-License-Identifier: Apache-2.0
// The command table: the one description of the tool that parser, help, man page and completions are made
// from.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace cli {

class invocation;

enum class value_kind { flag, text, duration, choice, permits, number };

/// Whether a word must be given.
enum class presence { required, optional };

/// One option, written `--name` or `--name VALUE`.
struct option_spec {
    std::string_view name;
    value_kind kind = value_kind::flag;
    std::string_view value{};  ///< How the value is called in help texts.
    std::string_view help;
    std::span<const std::string_view> choices{};
    std::chrono::milliseconds most{0};  ///< The longest duration that makes sense.
    std::uint64_t least = 0;            ///< The numbers that make sense.
    std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
    presence needed = presence::optional;
};

/// One positional argument.
struct argument_spec {
    std::string_view name;
    std::string_view help;
    presence needed = presence::required;
    std::span<const std::string_view> choices{};
    enum class count { one, several } how_many = count::one;  ///< Several: only the last of a command.
};

/// Whether a command runs another one, given after `--`.
enum class trailing { nothing, command, optional_command };

/// Whether a command is shown to people.
enum class visibility { shown, hidden };

struct command_spec {
    std::string_view name;
    std::string_view summary;      ///< One line, no full stop.
    std::string_view description;  ///< Paragraphs, separated by an empty line.
    std::span<const argument_spec> arguments;
    std::span<const option_spec> options;
    trailing after = trailing::nothing;
    int (*action)(const invocation&) = nullptr;
    visibility shown = visibility::shown;
};

/// A term with its explanation: an exit code, a variable, an example.
struct term_spec {
    std::string_view term;
    std::string_view meaning;
};

struct program_spec {
    std::string_view name;
    std::string_view summary;
    std::string_view description;
    std::span<const command_spec> commands;
    std::span<const option_spec> options;  ///< Those that stand without a command.
    std::span<const term_spec> exit_codes;
    std::span<const term_spec> environment;
    std::span<const term_spec> examples;
};

/// The table itself.
[[nodiscard]] const program_spec& program() noexcept;

/// The command called `name`, or null.
[[nodiscard]] const command_spec* find_command(std::string_view name) noexcept;

}  // namespace cli
