// SPDX-License-Identifier: Apache-2.0
// Cycles of threads that wait for each other, to be seen in an inspection.
#include <interlock/deadlock.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#include "core/deadlock.hpp"

namespace interlock {
inline namespace v0 {
namespace {

using core::stander;
using port::owner_id;

/// An inspection, asked as a store is. Claims are known by text here: each text is given a number.
class inspected final : public core::standings {
public:
    explicit inspected(const std::vector<claim_info>& claims) : claims_{claims} {}

    std::vector<stander> on(const std::string& name, std::size_t most) override {
        std::vector<stander> out;
        for (const auto& each : claims_) {
            if (each.name == name && out.size() < most) out.push_back(as_stander(each));
        }
        return out;
    }

    std::vector<std::string> names_of(const owner_id& claim) override {
        std::vector<std::string> out;
        for (const auto& each : claims_) {
            if (number(each.id) == claim) out.push_back(each.name);
        }
        return out;
    }

    std::vector<owner_id> waiting_with(const owner_id& hold, std::size_t most) override {
        std::set<owner_id> out;
        for (const auto& each : claims_) {
            const auto theirs = numbers(each.meanwhile);
            if (out.size() < most && std::find(theirs.begin(), theirs.end(), hold) != theirs.end())
                out.insert(number(each.id));
        }
        return {out.begin(), out.end()};
    }

    /// All lines of one claim as one who is about to wait.
    core::newcomer as_newcomer(const claim_info& one) {
        core::newcomer out{
            .owner = number(one.id), .holding = numbers(one.meanwhile), .upgrading = one.upgrading};
        for (const auto& each : claims_) {
            if (each.id == one.id) out.items.push_back(as_stander(each).what);
        }
        return out;
    }

    [[nodiscard]] const claim_info& find(const owner_id& claim, const std::string& name) {
        return *std::find_if(claims_.begin(), claims_.end(), [&](const claim_info& each) {
            return each.name == name && number(each.id) == claim;
        });
    }

private:
    stander as_stander(const claim_info& one) {
        using doing = stander::doing;
        return {.owner = number(one.id),
                .what = {one.name, one.how, one.permits, one.limit},
                .now = !one.holding    ? doing::waits
                       : one.upgrading ? doing::upgrades
                                       : doing::holds};
    }

    owner_id number(const std::string& id) {
        const auto [known, fresh] = numbers_.try_emplace(id);
        if (fresh) {
            const auto next = numbers_.size();
            std::memcpy(known->second.bytes.data(), &next, sizeof next);
        }
        return known->second;
    }
    std::vector<owner_id> numbers(const std::vector<std::string>& ids) {
        std::vector<owner_id> out;
        for (const auto& each : ids) out.push_back(number(each));
        return out;
    }

    const std::vector<claim_info>& claims_;
    std::map<std::string, owner_id> numbers_;
};

std::vector<claim_info> as_claims(const std::vector<core::wait>& cycle, inspected& seen) {
    std::vector<claim_info> out;
    for (const auto& each : cycle) {
        const auto& waits = seen.find(each.who, each.name);
        // One who stands in line itself was named already, by the part before.
        if (out.empty() || out.back().id != waits.id || out.back().name != waits.name) out.push_back(waits);
        out.push_back(seen.find(each.whom.owner, each.name));
    }
    if (out.size() > 1 && out.front().id == out.back().id && out.front().name == out.back().name)
        out.pop_back();
    return out;
}

}  // namespace

std::vector<std::vector<claim_info>> find_deadlocks(const std::vector<claim_info>& claims) {
    inspected seen{claims};
    std::set<std::set<std::string>> known;
    std::vector<std::vector<claim_info>> out;
    for (const auto& each : claims) {
        // Every cycle goes through a thread that holds something while it waits.
        if (each.meanwhile.empty() && !each.upgrading) continue;
        const auto cycle = core::find_cycle(seen.as_newcomer(each), seen);
        if (cycle.empty()) continue;
        auto shown = as_claims(cycle, seen);
        std::set<std::string> members;
        for (const auto& one : shown) members.insert(one.id);
        if (known.insert(std::move(members)).second) out.push_back(std::move(shown));
    }
    return out;
}

}  // namespace v0
}  // namespace interlock
