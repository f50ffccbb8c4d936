// SPDX-License-Identifier: Apache-2.0
// Clients on a store of the test's own, inside this process.
#pragma once

#include <interlock/interlock.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "support/waiting.hpp"

namespace interlock::test {

using namespace std::chrono_literals;

/// Each test has its own store; each client of it is like another process.
struct Sync : testing::Test {
    std::string url = std::string{"memory:"} + testing::UnitTest::GetInstance()->current_test_info()->name();
    client locks{url};
    client elsewhere{url};

    /// How many claims wait for `name`.
    std::size_t waiting(const std::string& name) {
        std::size_t out = 0;
        for (const auto& each : elsewhere.inspect(name)) out += each.holding ? 0U : 1U;
        return out;
    }
    bool is_free(const std::string& name) { return elsewhere.inspect(name).empty(); }
};

/// Whether `h` is renewed by the library, at a third of its lease. Give it one long enough for a busy
/// machine.
inline bool is_kept_alive(const hold& h) {
    const auto before = h.valid_until();
    return eventually([&] { return h.valid_until() > before || !h.valid(); }) && h.valid();
}
inline constexpr lock_options short_lease{.lease = 900ms};

/// The code that `work` fails with; none if it does not throw.
template <class Work>
std::error_code thrown_by(Work work) {
    try {
        work();
    } catch (const error& e) {
        return e.code();
    }
    return {};
}

}  // namespace interlock::test
