// SPDX-License-Identifier: Apache-2.0
// Checks whether a history of operations on one register with versions can have happened one at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace interlock::test {

/// One operation as its caller saw it. The register starts with an absent value (here "") at version 0.
struct register_operation {
    enum class kind : std::uint8_t { load, store, exchange };
    kind what = kind::load;
    std::string value{};         ///< Read, or to be written.
    std::uint64_t expected = 0;  ///< Exchange: the version that it expects.
    bool written = false;        ///< Exchange: whether it succeeded.
    std::uint64_t version = 0;   ///< Load: the version read. Others: the version afterwards.
    std::uint64_t invoked = 0;   ///< Before it was called, on a clock that counts events.
    std::uint64_t answered = 0;  ///< After it had returned.
};

/// Searches for an order in which each operation takes effect between its call and its answer and sees what
/// the ones before it left. Empty if there is one; else a sentence that shows where the search got stuck. A
/// search that grows too large is given up and told as such.
[[nodiscard]] std::string find_disorder(std::vector<register_operation> history);

/// Collects operations from many threads, on one event clock.
class register_history {
public:
    /// Runs `work`, which fills in what was seen, between its call and its answer.
    template <class Work>
    void record(register_operation seen, Work work) {
        seen.invoked = ++clock_;
        work(seen);
        seen.answered = ++clock_;
        const std::lock_guard lock{guard_};
        seen_.push_back(std::move(seen));
    }
    [[nodiscard]] std::string fault() const {
        const std::lock_guard lock{guard_};
        return find_disorder(seen_);
    }
    [[nodiscard]] std::size_t size() const {
        const std::lock_guard lock{guard_};
        return seen_.size();
    }

private:
    std::atomic<std::uint64_t> clock_{0};
    mutable std::mutex guard_;
    std::vector<register_operation> seen_;
};

}  // namespace interlock::test
