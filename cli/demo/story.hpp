// SPDX-License-Identifier: Apache-2.0
// The course of the demonstration: contention, a kill, a freeze, the end.
#pragma once

#include "demo/crew.hpp"
#include "demo/ledger.hpp"
#include "demo/view.hpp"
#include "posix/signals.hpp"

#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace cli::demo {

/// Something that must happen did not.
struct story_failed : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The user does not want to see more.
struct interrupted {
    int signal;
};

/// Directs the workers. Every step waits for what the workers report, within a bound.
class story {
public:
    story(const std::vector<std::string>& names, crew& workers, ledger& account, view& shown,
          signal_source& signals);

    /// Throws `story_failed` or `interrupted`.
    void tell();

private:
    void contend(std::chrono::milliseconds time);
    void kill_a_holder(std::size_t victim);
    void freeze_a_holder(std::size_t victim);
    void wake_up(std::size_t victim, std::uint64_t fence);
    void finish();

    /// The worker stops in the middle of its next turn, holding the lock.
    report hold_still_in_next_turn(std::size_t worker);
    report await(report_kind kind, std::size_t worker);
    std::chrono::milliseconds await_successor(std::uint64_t fence, std::int64_t since_ns);
    /// Follows events until `enough` says so; false if the time is over before.
    bool follow(std::chrono::milliseconds time, const std::function<bool(const report&)>& enough);
    void check_signals();

    const std::vector<std::string>& names_;
    crew& crew_;
    ledger& ledger_;
    view& view_;
    signal_source& signals_;
    bool all_ended_ = false;
};

}  // namespace cli::demo
