// SPDX-License-Identifier: Apache-2.0
// Reads engine and lock options from an invocation.
#include "connect.hpp"

#include <algorithm>

namespace cli {
namespace {
/// Without a label, status shows the command's own name; names that are no plain text are left out.
std::string default_label(const invocation& call) {
    if (call.child.empty()) return {};
    const auto& path = call.child.front();
    const auto name = path.substr(path.find_last_of('/') + 1);
    const bool plain = std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
    return plain && name.size() <= 128 ? name : std::string{};
}
}  // namespace

interlock::client open_client(const invocation& call) { return interlock::client{call.text("engine")}; }

interlock::lock_options lock_options_of(const invocation& call) {
    interlock::lock_options options;
    if (const auto lease = call.duration("lease")) options.lease = *lease;
    if (const auto least = call.duration("min-hold")) options.min_hold = *least;
    if (const auto most = call.duration("max-hold")) options.max_hold = *most;
    if (call.text("order") == "barging") options.order = interlock::order::barging;
    options.label = call.find("label").value_or(default_label(call));
    return options;
}

}  // namespace cli
