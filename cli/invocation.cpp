// SPDX-License-Identifier: Apache-2.0
// Checks values against the table and reads them.
#include "invocation.hpp"

#include "duration.hpp"
#include "exit_code.hpp"
#include "nearest.hpp"
#include "number.hpp"
#include "permits.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <algorithm>

namespace cli {
namespace {

void check_choice(std::string_view field, std::span<const std::string_view> choices, std::string_view value) {
    if (choices.empty() || std::ranges::find(choices, value) != choices.end()) return;
    const auto meant = nearest(value, choices);
    throw usage_error{fmt::format("{}: '{}' is not one of: {}{}", field, value, fmt::join(choices, ", "),
                                  meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant))};
}

void check_duration(const option_spec& option, std::string_view value) {
    const auto time = parse_duration(value);
    if (!time) {
        throw usage_error{
            fmt::format("--{}: '{}' is not a duration; write it like 500ms, 2s, 1m30s or 1h, as in --{} 30s",
                        option.name, value, option.name)};
    }
    if (*time > option.most) {
        throw usage_error{fmt::format("--{}: '{}' is too long; at most {}, as in --{} 30s", option.name,
                                      value, written(option.most), option.name)};
    }
}

void check_number(const option_spec& option, std::string_view value) {
    const auto number = parse_number<std::uint64_t>(value);
    if (number && *number >= option.least && *number <= option.greatest) return;
    throw usage_error{fmt::format("--{}: '{}' is not a whole number from {} to {}; write it like --{} {}",
                                  option.name, value, option.least, option.greatest, option.name,
                                  std::max<std::uint64_t>(option.least, 3))};
}

void check_option(const option_spec& option, std::string_view value) {
    if (option.kind == value_kind::duration) check_duration(option, value);
    if (option.kind == value_kind::permits) check_permits(option.name, value);
    if (option.kind == value_kind::number) check_number(option, value);
    if (option.kind == value_kind::choice)
        check_choice(fmt::format("--{}", option.name), option.choices, value);
}

void check_child(const invocation& call) {
    if (call.command->after == trailing::nothing && !call.child.empty()) {
        throw usage_error{fmt::format("{} takes nothing after --", call.command->name)};
    }
    if (call.command->after == trailing::command || !call.child.empty()) check_command(call);
}
}  // namespace

std::string invocation::text(std::string_view name) const { return find(name).value_or(""); }

std::optional<std::string> invocation::find(std::string_view name) const {
    const auto found = values.find(name);
    if (found == values.end()) return std::nullopt;
    return found->second;
}

std::optional<std::chrono::milliseconds> invocation::duration(std::string_view name) const {
    const auto found = find(name);
    return found ? parse_duration(*found) : std::nullopt;
}

std::optional<std::uint64_t> invocation::number(std::string_view name) const {
    const auto found = find(name);
    return found ? parse_number<std::uint64_t>(*found) : std::nullopt;
}

void check_command(const invocation& call) {
    if (!call.child.empty() && !call.child.front().empty()) return;
    throw usage_error{fmt::format("no command to run; put it after --, as in: interlock {} {} -- ./job",
                                  call.command->name, call.text("NAME"))};
}

void check(const invocation& call) {
    for (const auto& option : call.command->options) {
        if (const auto value = call.find(option.name)) check_option(option, *value);
    }
    for (const auto& argument : call.command->arguments) {
        if (const auto value = call.find(argument.name))
            check_choice(argument.name, argument.choices, *value);
    }
    check_child(call);
}

}  // namespace cli
