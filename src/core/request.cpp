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

failure bad(std::string message) { return fail(errc::invalid_option, std::move(message)); }

failure check(const port::item& item) {
    if (auto why = check_name(item.name)) return why;
    if (item.how != mode::permits) return {};
    if (item.permits == 0 || item.permits > item.limit) {
        return bad("permits: " + std::to_string(item.permits) + " of '" + item.name +
                   "' is out of range; ask for 1 to the limit, which is " + std::to_string(item.limit));
    }
    return {};
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

failure check(const port::cell_write& what) {
    if (auto why = check_name(what.name)) return why;
    if (what.value && what.value->size() > largest_cell) {
        return bad("value: a cell holds at most 64 KiB, not " + std::to_string(what.value->size()) +
                   " bytes");
    }
    return {};
}

}  // namespace interlock::core
