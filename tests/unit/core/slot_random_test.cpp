// SPDX-License-Identifier: Apache-2.0
// Thousands of random lives of a slot. INTERLOCK_SEED=n repeats one of them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "unit/core/slot_world.hpp"

namespace interlock::core {
namespace {

std::string all_of(const std::vector<std::string>& faults) {
    std::string out;
    for (const auto& each : faults) out += "\n  broken: " + each;
    return out;
}

void live(std::uint64_t seed, delivery how) {
    slot_world world{seed, how};
    for (int i = 0; i < 150 && world.faults.empty(); ++i) world.step();
    if (world.faults.empty()) world.come_to_rest();
    ASSERT_TRUE(world.faults.empty()) << "INTERLOCK_SEED=" << seed << all_of(world.faults);
}

void live_often(delivery how) {
    if (const char* given = std::getenv("INTERLOCK_SEED")) {
        return live(std::strtoull(given, nullptr, 10), how);
    }
    const std::uint64_t first = std::random_device{}() * 100'000ULL;
    std::cout << "seeds from " << first << std::endl;
    for (std::uint64_t n = 0; n < 3000 && !testing::Test::HasFatalFailure(); ++n) live(first + n, how);
}

TEST(SlotRandom, KeepsItsPromisesWithAnUnreliableEngine) { live_often(delivery::in_order); }

TEST(SlotRandom, KeepsItsPromisesWhenRequestsOvertakeEachOther) { live_often(delivery::any_order); }

}  // namespace
}  // namespace interlock::core
