// SPDX-License-Identifier: Apache-2.0
// When which slot wants to be ticked next: one timer serves them all.
#pragma once

#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/lease.hpp"

namespace interlock::core {

/// A slot that wants its tick later than noted is left alone: it is ticked early once and says so again. So a
/// lock that is taken and released in a loop costs nothing here.
template <class Slot>
class schedule {
public:
    /// Ticks `who` at `when` or earlier. True if that is now the earliest of all.
    bool want(Slot* who, time_point when) {
        if (when == never) return false;
        const auto known = noted_.find(who);
        if (known != noted_.end()) {
            if (known->second <= when) return false;
            by_time_.erase({known->second, who});
            known->second = when;
        } else {
            noted_.emplace(who, when);
        }
        const auto added = by_time_.emplace(when, who).first;
        return added == by_time_.begin();
    }

    void forget(Slot* who) {
        const auto known = noted_.find(who);
        if (known == noted_.end()) return;
        by_time_.erase({known->second, who});
        noted_.erase(known);
    }

    /// Takes out all that are due by `now`, the oldest first.
    [[nodiscard]] std::vector<Slot*> due(time_point now) {
        std::vector<Slot*> out;
        while (!by_time_.empty() && by_time_.begin()->first <= now) {
            out.push_back(by_time_.begin()->second);
            noted_.erase(out.back());
            by_time_.erase(by_time_.begin());
        }
        return out;
    }

    [[nodiscard]] time_point next() const noexcept {
        return by_time_.empty() ? never : by_time_.begin()->first;
    }

private:
    std::set<std::pair<time_point, Slot*>> by_time_;
    std::unordered_map<Slot*, time_point> noted_;
};

}  // namespace interlock::core
