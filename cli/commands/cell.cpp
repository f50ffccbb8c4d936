// SPDX-License-Identifier: Apache-2.0
// `interlock cell`: a small value that all processes see.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "number.hpp"
#include "posix/signals.hpp"
#include "render/json.hpp"
#include "run/unless_interrupted.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <interlock/cell.hpp>

namespace cli {
namespace {
using text_cell = interlock::cell<std::string>;
using content = interlock::versioned<std::string>;

std::string content_json(const content& now) {
    return fmt::format("{{\"value\":{},\"version\":{},\"fence\":{}}}\n",
                       now.value ? json_text(*now.value) : "null", now.version, now.fence);
}

void print_version(std::uint64_t version, const invocation& call) {
    print(call.flag("json") ? fmt::format("{{\"version\":{}}}\n", version) : fmt::format("{}\n", version));
}

/// The value as the user gave it; `-` is all of standard input. One byte more than fits is enough to be told.
std::string value_of(const std::string& word) {
    constexpr std::size_t enough = 64 * 1024 + 1;
    if (word != "-") return word;
    std::string all(enough, '\0');
    std::size_t size = 0;
    while (size < enough) {
        const auto got = ::read(STDIN_FILENO, all.data() + size, enough - size);
        if (got < 0 && errno == EINTR) continue;
        if (checked(static_cast<int>(got), "cannot read standard input") == 0) break;
        size += static_cast<std::size_t>(got);
    }
    all.resize(size);
    return all;
}

int get(const text_cell& cell, const invocation& call) {
    const auto now = cell.load();
    if (call.flag("json")) {
        print(content_json(now));
    } else if (now.value) {
        print(*now.value + (now.value->ends_with('\n') ? "" : "\n"));
    }
    if (!now.value) say(fmt::format("cell '{}' has no value", cell.name()));
    return now.value ? exit_success : exit_negative;
}

int set(const text_cell& cell, const invocation& call) {
    print_version(cell.store(value_of(call.several[0]), call.number("fence").value_or(0)), call);
    return exit_success;
}

int compare_and_set(const text_cell& cell, const invocation& call) {
    const auto expected = parse_number<std::uint64_t>(call.several[0]);
    if (!expected) {
        throw usage_error{
            fmt::format("VERSION: '{}' is not a version; take it from interlock cell get {} --json",
                        call.several[0], cell.name())};
    }
    content now{.version = *expected};
    const bool written =
        cell.compare_exchange(now, value_of(call.several[1]), call.number("fence").value_or(0));
    if (written) {
        print_version(now.version, call);
        return exit_success;
    }
    complain(fmt::format("cell '{}' is at version {}, not {}", cell.name(), now.version, *expected));
    return exit_negative;
}

int remove(const text_cell& cell, const invocation& call) {
    print_version(cell.erase(call.number("fence").value_or(0)), call);
    return exit_success;
}

void print_change(const content& now, const invocation& call) {
    print(call.flag("json") ? content_json(now)
                            : fmt::format("{} {}\n", now.version, now.value.value_or("(deleted)")));
}

/// An interrupt is how watching ends, so it is no failure.
int watch(const text_cell& cell, const invocation& call) {
    signal_source signals{SIGINT, SIGTERM, SIGHUP};
    const auto most = call.number("count");
    auto after = call.number("after").value_or(0);
    try {
        for (std::uint64_t seen = 0; !most || seen < *most; ++seen) {
            const auto now = unless_interrupted<content>(
                signals, [&](std::stop_token stop) { return cell.wait(after, stop); },
                [&] { return fmt::format("waiting for a change of '{}'", cell.name()); });
            print_change(now, call);
            after = now.version;
        }
    } catch (const interrupted&) {
    }
    return exit_success;
}

struct action {
    std::string_view name;
    int (*act)(const text_cell&, const invocation&);
    std::size_t words;           ///< How many follow the name …
    std::string_view written{};  ///< … and which.
    std::vector<std::string_view> options{};
};

const action& action_of(const invocation& call) {
    static const action all[] = {{"get", get, 0, "", {}},
                                 {"set", set, 1, " VALUE", {"fence"}},
                                 {"cas", compare_and_set, 2, " VERSION VALUE", {"fence"}},
                                 {"watch", watch, 0, "", {"after", "count"}},
                                 {"delete", remove, 0, "", {"fence"}}};
    return *std::ranges::find(all, call.text("ACTION"), &action::name);
}

void check_action(const action& wanted, const invocation& call) {
    if (call.several.size() != wanted.words) {
        throw usage_error{
            fmt::format("VALUE: {} words after NAME, but cell {} takes {}; write: interlock cell {} NAME{}",
                        call.several.size(), wanted.name, wanted.words, wanted.name, wanted.written)};
    }
    for (const std::string_view option : {"fence", "after", "count"}) {
        if (!call.flag(option) || std::ranges::count(wanted.options, option) > 0) continue;
        throw usage_error{
            fmt::format("--{}: does not go with cell {}; see interlock cell --help", option, wanted.name)};
    }
}
}  // namespace

int cell_command(const invocation& call) {
    const auto& wanted = action_of(call);
    check_action(wanted, call);
    auto locks = open_client(call);
    const auto cell = locks.cell<std::string>(call.text("NAME"));
    try {
        return wanted.act(cell, call);
    } catch (const interlock::error& why) {
        if (why.code() != interlock::errc::stale) throw;
        complain(fmt::format("--fence: cell '{}' has seen a newer fence than {}; nothing was written",
                             cell.name(), call.text("fence")));
        return exit_stale;
    }
}

}  // namespace cli
