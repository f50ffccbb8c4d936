// SPDX-License-Identifier: Apache-2.0
// What can be said against a request to an engine before its store is asked.
#include "core/request.hpp"

#include <set>
#include <string_view>

#include "core/name.hpp"

namespace interlock::core {
namespace {

constexpr std::size_t longest_label = 512;
constexpr std::size_t largest_cell = 64 * 1024;
constexpr std::size_t most_holding = 64;

failure bad(std::string message) { return fail(errc::invalid_option, std::move(message)); }

failure check(const port::item& item) {
    if (auto why = check_name(item.name)) return why;
    if (item.how != mode::permits) return {};
    const bool as_stored = item.limit == 0;  // Then only the store can tell whether there are enough.
    if (item.permits == 0 || (!as_stored && item.permits > item.limit)) {
        return bad("permits: " + std::to_string(item.permits) + " of '" + item.name +
                   "' is out of range; ask for 1 to the limit" +
                   (as_stored ? "" : ", which is " + std::to_string(item.limit)));
    }
    return {};
}

failure check_holding(const std::vector<port::owner_id>& holding) {
    if (holding.size() <= most_holding) return {};
    return bad("holding: names " + std::to_string(holding.size()) + " holds; give at most " +
               std::to_string(most_holding));
}

}  // namespace

failure check_lease(std::chrono::milliseconds lease, const port::capabilities& can) {
    if (lease >= can.min_lease && lease <= can.max_lease) return {};
    return bad("lease: " + std::to_string(lease.count()) + " ms is out of range; give " +
               std::to_string(can.min_lease.count()) + " to " + std::to_string(can.max_lease.count()) +
               " ms");
}

failure check_keep(std::chrono::milliseconds keep, const port::capabilities& can) {
    if (keep.count() >= 0 && keep <= can.max_lease) return {};
    return bad("keep: " + std::to_string(keep.count()) + " ms is out of range; give 0 to " +
               std::to_string(can.max_lease.count()) + " ms");
}

failure check(const port::claim& wanted, const port::capabilities& can) {
    if (wanted.items.empty() || wanted.items.size() > can.max_items) {
        return bad("names: a claim takes 1 to " + std::to_string(can.max_items) + " names, not " +
                   std::to_string(wanted.items.size()));
    }
    if (auto why = check_lease(wanted.lease, can)) return why;
    if (wanted.label.size() > longest_label) return bad("label: is longer than 512 bytes; shorten it");
    if (auto why = check_holding(wanted.holding)) return why;
    for (const auto& item : wanted.items) {
        if (auto why = check(item)) return why;
    }
    if (wanted.items.size() == 1) return {};
    std::set<std::string_view> names;
    for (const auto& item : wanted.items) {
        if (!names.insert(item.name).second)
            return bad("names: '" + item.name + "' comes twice; name it once");
    }
    return {};
}

failure check(const port::conversion& what) {
    if (what.to == mode::permits)
        return bad("mode: a hold cannot become permits; convert to exclusive, upgradeable or shared");
    return check_holding(what.holding);
}

failure check_hold(const port::item& held, std::size_t names, mode to) {
    if (names > 1)
        return bad("mode: a hold of " + std::to_string(names) + " names cannot be converted; hold '" +
                   held.name + "' by itself");
    if (held.how == mode::permits)
        return bad("mode: permits of '" + held.name + "' cannot be converted; claim it in another mode");
    if (held.how == mode::shared && to == mode::upgradeable)
        return bad("mode: a shared hold of '" + held.name +
                   "' cannot become upgradeable; claim it as upgradeable from the start");
    return {};
}

failure check_resize(std::string_view name, std::uint32_t limit) {
    if (auto why = check_name(name)) return why;
    return limit > 0 ? failure{} : bad("limit: 0 permits would shut everybody out; give 1 or more");
}

failure agree_on_limit(port::item& wanted, std::optional<std::uint32_t> stored) {
    if (wanted.how != mode::permits) return {};
    const auto mismatch = [](std::string message) { return fail(errc::limit_mismatch, std::move(message)); };
    if (!stored && wanted.limit == 0)
        return mismatch("limit: none is stored for '" + wanted.name + "' yet; give one, or resize it first");
    if (!stored) return {};
    const auto in_all = "limit: '" + wanted.name + "' has " + std::to_string(*stored) + " permits in all; ";
    if (wanted.permits > *stored)
        return mismatch(in_all + "this claim asks for " + std::to_string(wanted.permits) +
                        "; ask for fewer, or resize it");
    if (wanted.limit != 0 && wanted.limit != *stored)
        return mismatch(in_all + "this claim says " + std::to_string(wanted.limit) +
                        "; say the same everywhere, or 0 for as stored, or resize it");
    wanted.limit = *stored;
    return {};
}

failure check(const port::cell_write& what) {
    if (auto why = check_name(what.name)) return why;
    if (what.value && what.value->size() > largest_cell) {
        return bad("value: a cell holds at most 64 KiB, not " + std::to_string(what.value->size()) +
                   " bytes");
    }
    return {};
}

}  // namespace interlock::core
