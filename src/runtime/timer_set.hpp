// SPDX-License-Identifier: Apache-2.0
// What is to run when: the loop's timers, without the timer.
#pragma once

#include <interlock/engine/host.hpp>

#include <map>
#include <unordered_map>
#include <utility>

namespace interlock::runtime {

/// Those due at the same time run in the order in which they were added.
class timer_set {
public:
    using callback = port::loop::callback;
    using id = port::loop::id;

    void add(id number, boot_clock::time_point when, callback work) {
        by_time_.emplace(std::pair{when, number}, std::move(work));
        when_.emplace(number, when);
    }

    /// Takes out one; empty if there is none of that number.
    [[nodiscard]] callback take(id number) {
        const auto known = when_.find(number);
        if (known == when_.end()) return {};
        return take(by_time_.find({known->second, number}));
    }

    /// Takes out the next one that is due; empty if none is.
    [[nodiscard]] callback take_due(boot_clock::time_point now) {
        if (next() > now || by_time_.empty()) return {};
        return take(by_time_.begin());
    }

    [[nodiscard]] boot_clock::time_point next() const noexcept {
        return by_time_.empty() ? boot_clock::time_point::max() : by_time_.begin()->first.first;
    }

private:
    using entries = std::map<std::pair<boot_clock::time_point, id>, callback>;

    callback take(entries::iterator entry) {
        auto work = std::move(entry->second);
        when_.erase(entry->first.second);
        by_time_.erase(entry);
        return work;
    }

    entries by_time_;
    std::unordered_map<id, boot_clock::time_point> when_;
};

}  // namespace interlock::runtime
