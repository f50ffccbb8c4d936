// SPDX-License-Identifier: Apache-2.0
// Hosts for engines under test without threads and without sleeping: time is moved by hand.
#pragma once

#include "support/manual_loop.hpp"
#include "support/manual_time.hpp"
#include "support/recording_listener.hpp"

#include <interlock/engine/host.hpp>

#include <memory>
#include <vector>

namespace interlock::test {

/// What one client gives its engine.
class manual_host {
public:
    manual_host(manual_time& time, seeded_entropy& chance) : time_{time}, chance_{chance} {}

    [[nodiscard]] port::context context() {
        return {
            .loop = loop, .time = time_, .chance = chance_, .events = heard, .who = {"host", "test", 1, ""}};
    }

    manual_loop loop;
    recording_listener heard;

private:
    manual_time& time_;
    seeded_entropy& chance_;
};

/// Several clients under one clock. The same seed gives the same run.
class manual_world {
public:
    explicit manual_world(std::uint64_t seed) : chance{seed} {}

    /// Another client; it lives as long as this.
    manual_host& add_host();

    /// Runs all loops until nothing is left to do at this time. Throws if that takes for ever.
    void run_until_quiet();
    /// Moves the clock on, stopping at every timer on the way.
    void advance(boot_clock::duration how_far);

    [[nodiscard]] boot_clock::time_point now() const noexcept { return time.now(); }

    manual_time time;
    seeded_entropy chance;

private:
    std::vector<std::unique_ptr<manual_host>> hosts_;
};

}  // namespace interlock::test
