// SPDX-License-Identifier: Apache-2.0
// Expiry to the nanosecond, and no timers where none are needed.
#include "unit/memory/port_client.hpp"

#include <gtest/gtest.h>

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

TEST(memory_time, a_hold_ends_at_its_lease_and_not_before) {
    manual_world world{1};
    port_client a{"memory:expiry", world}, b{"memory:expiry", world};
    const auto held = a.ask("x", 100ms);
    const auto next = b.ask("x");
    world.advance(100ms - 1ns);
    EXPECT_FALSE(next.granted());
    world.advance(1ns);
    EXPECT_TRUE(next.granted());
    EXPECT_TRUE(a.host().heard.heard_lost(held.owner));
}

TEST(memory_time, an_uncontended_hold_needs_no_timer) {
    manual_world world{1};
    port_client a{"memory:quiet", world};
    const auto held = a.ask("x");
    EXPECT_EQ(a.host().loop.registered(), 0u);
    a.release(held.owner);
    EXPECT_EQ(a.host().loop.registered(), 0u);
}

TEST(memory_time, a_line_has_one_timer_however_long_it_is) {
    manual_world world{1};
    port_client a{"memory:line", world}, b{"memory:line", world};
    const auto held = a.ask("x");
    for (int i = 0; i < 10; ++i) b.ask("x");
    EXPECT_EQ(a.host().loop.registered() + b.host().loop.registered(), 1u);
    b->close();
    EXPECT_EQ(a.host().loop.registered() + b.host().loop.registered(), 0u);
    EXPECT_EQ(a.release(held.owner), port::status::done);
}

TEST(memory_time, the_second_in_line_is_served_when_the_first_lets_its_grant_expire) {
    manual_world world{1};
    port_client a{"memory:chain", world}, b{"memory:chain", world}, c{"memory:chain", world};
    a.ask("x", 100ms);
    b.ask("x", 50ms);
    const auto last = c.ask("x");
    world.advance(149ms);
    EXPECT_FALSE(last.granted());
    world.advance(1ms);
    EXPECT_TRUE(last.granted());
}

TEST(memory_time, a_renewal_to_a_shorter_lease_counts) {
    manual_world world{1};
    port_client a{"memory:shorter", world}, b{"memory:shorter", world};
    const auto held = a.ask("x", 10s);
    const auto next = b.ask("x");
    a->renew({{held.owner, 50ms}}, [](auto) {});
    world.advance(50ms);
    EXPECT_TRUE(next.granted());
}

TEST(memory_time, a_keep_ends_to_the_nanosecond) {
    manual_world world{1};
    port_client a{"memory:keep", world}, b{"memory:keep", world};
    const auto held = a.ask("x");
    const auto next = b.ask("x");
    EXPECT_EQ(a.release(held.owner, 70ms), port::status::done);
    world.advance(70ms - 1ns);
    EXPECT_FALSE(next.granted());
    world.advance(1ns);
    EXPECT_TRUE(next.granted());
}

}  // namespace
}  // namespace interlock::test
