// SPDX-License-Identifier: Apache-2.0
// Checks a record of holds on one name: no two that conflict at a time, and fences that only grow.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/clock.hpp>

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace interlock::test {

/// One hold as its holder saw it: from after it was told until before it let go.
struct held {
    std::uint64_t fence = 0;
    boot_clock::time_point granted;
    boot_clock::time_point ended;  ///< Released, or lost.
    mode how = mode::exclusive;
    std::uint32_t permits = 1;
};

/// What is wrong with `holds`, as a sentence; empty if nothing is. `limit` is that of the permits.
[[nodiscard]] std::string find_fault(std::vector<held> holds, std::uint32_t limit = 1);

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
    [[nodiscard]] std::string fault(std::uint32_t limit = 1) const {
        const std::lock_guard guard{mutex_};
        return find_fault(holds_, limit);
    }

private:
    mutable std::mutex mutex_;
    std::vector<held> holds_;
};

}  // namespace interlock::test
