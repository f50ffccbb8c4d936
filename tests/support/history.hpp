// SPDX-License-Identifier: Apache-2.0
// Checks a record of holds on one name: never two at a time, and fences that only grow.
#pragma once

#include <interlock/clock.hpp>

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace interlock::test {

/// One exclusive hold as its holder saw it: from after it was told until before it let go.
struct held {
    std::uint64_t fence = 0;
    boot_clock::time_point granted;
    boot_clock::time_point ended;  ///< Released, or lost.
};

/// What is wrong with `holds`, as a sentence; empty if nothing is.
[[nodiscard]] std::string find_fault(std::vector<held> holds);

/// Collects holds from many threads.
class history {
public:
    void add(const held& one) {
        const std::lock_guard guard{mutex_};
        holds_.push_back(one);
    }
    [[nodiscard]] std::size_t size() const {
        const std::lock_guard guard{mutex_};
        return holds_.size();
    }
    [[nodiscard]] std::string fault() const {
        const std::lock_guard guard{mutex_};
        return find_fault(holds_);
    }

private:
    mutable std::mutex mutex_;
    std::vector<held> holds_;
};

}  // namespace interlock::test
