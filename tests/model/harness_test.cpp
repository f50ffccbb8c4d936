// SPDX-License-Identifier: Apache-2.0
// The comparison itself: it is silent about equals, finds what differs, and shortens what it found.
#include "model/compare.hpp"
#include "support/manual_host.hpp"

#include <interlock/engine.hpp>

#include <gtest/gtest.h>

namespace interlock::model {
namespace {

std::string fresh_memory() {
    static int stores = 0;
    return "memory:harness-" + std::to_string(++stores);
}

TEST(model_harness, finds_no_difference_between_equals) {
    const auto report = compare_many(fresh_memory, 100, 60);
    EXPECT_TRUE(report.empty()) << report;
}

TEST(model_harness, draws_the_same_steps_for_the_same_seed) {
    const auto one = draw_steps(7, 50), two = draw_steps(7, 50), other = draw_steps(8, 50);
    std::string a, b, c;
    for (const auto& each : one) a += to_text(each);
    for (const auto& each : two) b += to_text(each);
    for (const auto& each : other) c += to_text(each);
    EXPECT_EQ(a, b);
    EXPECT_NE(a, c);
}

TEST(model_harness, finds_a_store_that_remembers_and_shortens_the_way_there) {
    // One store for all runs: what an earlier run left behind is the difference to be found.
    const auto used = [] { return std::string{"memory:used"}; };
    test::manual_world world{1};
    const auto host = world.add_host().context();
    const auto keeps_it_alive = port::open_engine(port::url::parse(used()), host);
    keeps_it_alive->acquire({.owner = world.chance.draw_id(), .items = {{"a"}}}, [](auto) {});
    const auto steps = draw_steps(3, 60);
    EXPECT_NE(find_difference(steps, used), "");
    EXPECT_EQ(shorten(steps, used).size(), 1u);
    keeps_it_alive->close();
}

}  // namespace
}  // namespace interlock::model
