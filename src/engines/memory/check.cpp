// SPDX-License-Identifier: Apache-2.0
// Refuses requests that make no sense before they reach the store.
#include "engines/memory/check.hpp"

#include "core/name.hpp"

namespace interlock::memory {
namespace {

constexpr std::size_t longest_label = 512;
constexpr std::size_t largest_cell = 64 * 1024;

std::string text(std::chrono::milliseconds d) { return std::to_string(d.count()) + " ms"; }

failure check_item(const port::item& one) {
    if (auto why = core::check_name(one.name)) return why;
    if (one.how != mode::permits) return {};
    if (one.permits >= 1 && one.permits <= one.limit) return {};
    return fail(errc::invalid_option, "permits for '" + one.name + "' are " + std::to_string(one.permits) +
                                          "; give 1 to the limit, which is " + std::to_string(one.limit));
}

failure check_distinct(const std::vector<port::item>& items) {
    for (std::size_t i = 1; i < items.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (items[i].name == items[j].name)
                return fail(errc::invalid_option,
                            "name '" + items[i].name + "' comes twice in one claim; give it once");
    return {};
}

}  // namespace

failure check_lease(std::chrono::milliseconds lease, const port::capabilities& limits) {
    if (lease >= limits.min_lease && lease <= limits.max_lease) return {};
    return fail(errc::invalid_option, "lease is " + text(lease) + "; give " + text(limits.min_lease) +
                                          " to " + text(limits.max_lease));
}

failure check_keep(std::chrono::milliseconds keep, const port::capabilities& limits) {
    if (keep.count() >= 0 && keep <= limits.max_lease) return {};
    return fail(errc::invalid_option, "keep is " + text(keep) + "; give 0 ms to " + text(limits.max_lease));
}

failure check(const port::claim& wanted, const port::capabilities& limits) {
    if (wanted.items.empty() || wanted.items.size() > limits.max_items)
        return fail(errc::invalid_option, "a claim has " + std::to_string(wanted.items.size()) +
                                              " names; give 1 to " + std::to_string(limits.max_items));
    for (const auto& one : wanted.items)
        if (auto why = check_item(one)) return why;
    if (wanted.label.size() > longest_label)
        return fail(errc::invalid_option, "label has " + std::to_string(wanted.label.size()) +
                                              " bytes; give at most " + std::to_string(longest_label));
    if (auto why = check_distinct(wanted.items)) return why;
    return check_lease(wanted.lease, limits);
}

failure check(const port::cell_write& what) {
    if (auto why = core::check_name(what.name)) return why;
    if (!what.value || what.value->size() <= largest_cell) return {};
    return fail(errc::invalid_option, "value of cell '" + what.name + "' has " +
                                          std::to_string(what.value->size()) + " bytes; give at most " +
                                          std::to_string(largest_cell));
}

}  // namespace interlock::memory
