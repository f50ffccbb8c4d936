// SPDX-License-Identifier: Apache-2.0
// Time moved by hand fires timers in order, and loops run only when told.
#include "support/manual_host.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

TEST(manual_world, fires_timers_of_all_hosts_in_order_of_time) {
    manual_world world{1};
    auto& a = world.add_host().loop;
    auto& b = world.add_host().loop;
    std::string fired;
    a.at(world.now() + 30ms, [&] { fired += "3"; });
    b.at(world.now() + 20ms, [&] { fired += "2"; });
    a.at(world.now() + 10ms, [&] {
        fired += "1";
        a.at(world.now() + 15ms, [&] { fired += "+"; });
    });
    a.at(world.now() + 50ms, [&] { fired += "late"; });
    world.advance(40ms);
    EXPECT_EQ(fired, "12+3");
}

TEST(manual_world, runs_posted_work_only_when_told) {
    manual_world world{1};
    auto& loop = world.add_host().loop;
    bool ran = false;
    loop.post([&] { ran = true; });
    EXPECT_FALSE(ran);
    world.run_until_quiet();
    EXPECT_TRUE(ran);
}

TEST(manual_world, forgets_what_was_cancelled) {
    manual_world world{1};
    auto& loop = world.add_host().loop;
    const auto timer = loop.at(world.now() + 1ms, [] { FAIL() << "cancelled, but ran"; });
    loop.cancel(timer);
    world.advance(10ms);
    EXPECT_EQ(loop.registered(), 0u);
}

TEST(manual_world, calls_the_reader_of_a_readable_descriptor) {
    manual_world world{1};
    auto& loop = world.add_host().loop;
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    char got = 0;
    const auto reader = loop.on_readable(ends[0], [&] { ASSERT_EQ(::read(ends[0], &got, 1), 1); });
    world.run_until_quiet();
    EXPECT_EQ(got, 0);
    ASSERT_EQ(::write(ends[1], "x", 1), 1);
    world.run_until_quiet();
    EXPECT_EQ(got, 'x');
    loop.cancel(reader);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(manual_world, tells_a_loop_that_never_rests) {
    manual_world world{1};
    auto& loop = world.add_host().loop;
    struct again {
        manual_loop& on;
        void operator()() const { on.post(again{on}); }
    };
    loop.post(again{loop});
    EXPECT_THROW(world.run_until_quiet(), std::runtime_error);
}

TEST(seeded_entropy, gives_the_same_ids_for_the_same_seed) {
    seeded_entropy a{7}, b{7}, c{8};
    const auto first = a.draw_id();
    EXPECT_EQ(first, b.draw_id());
    EXPECT_NE(first, c.draw_id());
    EXPECT_NE(first, a.draw_id());
}

}  // namespace
}  // namespace interlock::test
