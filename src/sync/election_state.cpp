// SPDX-License-Identifier: Apache-2.0
// The steps of an election.
#include "sync/election_state.hpp"

#include <algorithm>
#include <charconv>

#include "core/text.hpp"
#include "runtime/cell_access.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

constexpr std::size_t largest_value = 60 * 1024;

/// A proclamation is a line "TERM LABEL" and then the value as it is.
std::string to_text(std::uint64_t term, const std::string& label, const std::string& value) {
    return std::to_string(term) + ' ' + label + '\n' + value;
}

std::optional<leader_info> from_text(const std::string& text) {
    const auto line = text.find('\n');
    leader_info out;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), out.term);
    if (bad != std::errc{} || line == std::string::npos || *end != ' ') return std::nullopt;
    const auto label = static_cast<std::size_t>(end - text.data()) + 1;
    out.who = core::label_from(std::string_view{text}.substr(label, line - label));
    out.value = text.substr(line + 1);
    return out;
}

void check_value(const std::string& value) {
    if (value.size() > largest_value)
        throw error{fail(errc::invalid_option, "value: a leader proclaims at most 60 KiB, not " +
                                                   std::to_string(value.size()) + " bytes")};
}

label this_one(const session& in, const lock_options& options) {
    auto out = in.who();
    out.note = options.label;
    return out;
}

}  // namespace

election_state::election_state(std::shared_ptr<session> in, std::string name, lock_options options)
    : through{std::move(in)},
      lock{std::make_shared<lock_handle>(through, lock_shape{.items = {{.name = name}}}, options)},
      key{cell_key(*through, 'e', name)},
      label{core::to_text(this_one(*through, options))} {}

runtime::task<leadership> election_state::campaign(errand& by, std::string value) {
    check_value(value);  // Before it waits for long.
    auto tried = co_await by.acquire(lock);
    if (tried.why) throw error{tried.why};
    if (!tried.got) co_return leadership{};
    const auto term = tried.got.fence();
    co_await proclaim(by, std::move(value), term);  // If that fails, the hold is given back.
    co_return leadership{shared_from_this(), std::move(tried.got)};
}

runtime::task<void> election_state::proclaim(errand& by, std::string value, std::uint64_t term) {
    check_value(value);
    cell_change change{.value = to_text(term, label, value), .fence = term};
    co_await write_cell(by, key, std::move(change));
}

runtime::task<std::optional<leader_info>> election_state::leader(errand& by) {
    const auto said = co_await read_cell(by, key);
    auto seen = co_await by.ask<port::inspect_answer>(
        [&](auto done) { by.engine().inspect({.name = lock->name()}, std::move(done)); });
    if (seen.why) throw error{seen.why};
    const auto holder = std::find_if(seen.claims.begin(), seen.claims.end(),
                                     [](const claim_info& claim) { return claim.holding; });
    if (holder == seen.claims.end()) co_return std::nullopt;
    leader_info out{.who = holder->who,
                    .value = {},
                    .term = core::local_fence(holder->fence, 0, through->can().local_fence_bits)};
    auto proclaimed = said.value ? from_text(*said.value) : std::nullopt;
    if (proclaimed && proclaimed->term == out.term) out.value = std::move(proclaimed->value);
    co_return out;
}

runtime::task<std::optional<leader_info>> election_state::observe(errand& by,
                                                                  std::optional<leader_info> known) {
    while (true) {
        const auto said = co_await read_cell(by, key);
        auto proclaimed = said.value ? from_text(*said.value) : std::nullopt;
        if (proclaimed && proclaimed != known) {
            const auto now = co_await leader(by);
            if (now && now->term == proclaimed->term) co_return proclaimed;
        }
        const auto answer = co_await by.watch(key, said.version);
        if (answer.what == port::status::done) continue;
        if (by.stopped())
            throw error{fail(errc::canceled, "canceled while observing '" + lock->name() + "'")};
        if (by.expired()) co_return std::nullopt;
        throw error{answer.why};
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
