// SPDX-License-Identifier: Apache-2.0
// Members that are listed in a cell, and how the others see whether they live.
#include "sync/roster.hpp"

#include <algorithm>

#include "core/name.hpp"
#include "runtime/entropy.hpp"
#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

constexpr std::size_t id_digits = 16;  // 64 random bits tell the members of one object apart.

bool is_id(std::string_view text) {
    return text.size() == id_digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// `KEY/ID`, the key cut (between characters) where that would be too long for a name.
std::string claim_name(const std::string& key, const std::string& id) {
    constexpr auto room = core::longest_name - id_digits - 1;
    auto length = std::min(key.size(), room);
    const auto continues = [&](std::size_t at) {
        return at < key.size() && (static_cast<unsigned char>(key[at]) & 0xC0U) == 0x80U;
    };
    while (continues(length)) --length;
    return key.substr(0, length) + '/' + id;
}

}  // namespace

std::string to_text(const roster& all) {
    std::string out;
    for (const auto& each : all) {
        if (!out.empty()) out += ',';
        out += each.id;
        if (each.called) out += '!';
    }
    return out;
}

std::optional<roster> roster_from(std::string_view text) {
    roster out;
    while (!text.empty()) {
        const auto comma = std::min(text.find(','), text.size());
        auto id = text.substr(0, comma);
        const bool called = id.ends_with('!');
        if (called) id.remove_suffix(1);
        if (!is_id(id)) return std::nullopt;
        out.push_back({std::string{id}, called});
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return out;
}

bool lists(const roster& all, const std::string& id) {
    return std::any_of(all.begin(), all.end(), [&](const member& each) { return each.id == id; });
}

bool strike_out(roster& all, const std::string& id) {
    return std::erase_if(all, [&](const member& each) { return each.id == id; }) > 0;
}

runtime::task<membership> join(errand& by, std::string key, lock_options terms) {
    auto id = runtime::system_entropy{}.draw_id().hex().substr(0, id_digits);
    const lock_options own{.lease = terms.lease, .label = std::move(terms.label), .detect_deadlock = false};
    const auto lock =
        std::make_shared<lock_handle>(by.in(), lock_shape{.items = {{.name = claim_name(key, id)}}}, own);
    auto got = co_await by.acquire(lock);
    if (got.why) throw error{got.why};
    co_return membership{std::move(id), std::move(got.got)};
}

runtime::task<bool> is_alive(errand& by, std::string key, std::string id) {
    const port::filter own{.name = claim_name(key, id)};
    const auto answer = co_await by.ask<port::inspect_answer>(
        [&by, &own](auto done) { by.engine().inspect(own, std::move(done)); });
    if (answer.why) throw error{answer.why};
    co_return std::any_of(answer.claims.begin(), answer.claims.end(),
                          [](const claim_info& each) { return each.holding; });
}

runtime::task<std::size_t> strike_out_dead(errand& by, std::string key, roster* all) {
    std::size_t dead = 0;
    for (std::size_t i = 0; i < all->size();) {
        const bool alive = co_await is_alive(by, key, (*all)[i].id);
        if (alive) {
            ++i;
        } else {
            all->erase(all->begin() + static_cast<std::ptrdiff_t>(i));
            ++dead;
        }
    }
    co_return dead;
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
