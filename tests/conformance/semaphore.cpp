// SPDX-License-Identifier: Apache-2.0
// Leased permits on every engine: two clients stand for two processes.
#include <interlock/interlock.hpp>

#include <atomic>
#include <thread>

#include "conformance/suite.hpp"
#include "support/history.hpp"
#include "support/waiting.hpp"

namespace interlock::conformance {
namespace {

using namespace std::chrono_literals;

errc code_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const error& why) {
        return static_cast<errc>(why.code().value());
    }
    return {};
}

TEST_P(semaphores, gives_as_many_permits_as_there_are) {
    NEEDS(permits);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.semaphore("s", 3);
    auto there = second.semaphore("s", 3);
    auto two = here.permits(2).acquire();
    auto one = there.acquire();
    EXPECT_FALSE(there.try_acquire().has_value());
    EXPECT_FALSE(here.try_acquire_for(20ms).has_value());
    two.release();
    EXPECT_FALSE(there.permits(3).try_acquire().has_value()) << "all or nothing";
    EXPECT_TRUE(there.permits(2).try_acquire().has_value());
}

TEST_P(semaphores, a_large_request_is_not_starved_by_small_ones) {
    NEEDS(permits);
    interlock::client first{url()};
    interlock::client second{url()};
    auto small = first.semaphore("s", 2);
    auto held = small.acquire();
    std::atomic<bool> got{false};
    std::jthread large{[&] {
        const auto both = second.semaphore("s", 2).permits(2).acquire();
        got = true;
    }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("s").size() == 2; }));
    EXPECT_FALSE(small.try_acquire().has_value()) << "one is free, but the large request is first";
    held.release();
    EXPECT_TRUE(test::eventually([&] { return got.load(); }));
}

TEST_P(semaphores, permits_of_a_lost_holder_come_back) {
    NEEDS(permits);
    interlock::client first{url()};
    interlock::client second{url()};
    const auto gone =
        first.semaphore("s", 2, {.lease = short_lease(), .renew = renewal::never}).permits(2).acquire();
    EXPECT_TRUE(second.semaphore("s", 2).permits(2).try_acquire_for(test::patience).has_value());
    EXPECT_FALSE(gone.valid());
}

TEST_P(semaphores, a_disagreeing_limit_is_an_error) {
    NEEDS(permits);
    interlock::client first{url()};
    static_cast<void>(first.semaphore("s", 2).acquire());
    EXPECT_EQ(code_of([&] { static_cast<void>(first.semaphore("s", 3).acquire()); }), errc::limit_mismatch);
    EXPECT_EQ(code_of([&] { static_cast<void>(first.semaphore("s").permits(3).acquire()); }),
              errc::limit_mismatch);
    EXPECT_TRUE(first.semaphore("s").permits(2).try_acquire_for(test::patience)) << "the stored limit counts";
    EXPECT_EQ(code_of([&] { static_cast<void>(first.semaphore("never used").acquire()); }),
              errc::limit_mismatch);
    EXPECT_EQ(code_of([&] { static_cast<void>(first.semaphore("s", 2).permits(3)); }), errc::invalid_option);
    EXPECT_EQ(code_of([&] { static_cast<void>(first.semaphore("s", 2).permits(0)); }), errc::invalid_option);
    EXPECT_EQ(code_of([&] { static_cast<void>(first.semaphore("s", 0)); }), errc::invalid_option);
}

TEST_P(semaphores, a_resize_serves_those_in_line_and_reaches_objects_in_use) {
    NEEDS(permits);
    NEEDS(resize);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.semaphore("s", 1);
    auto held = here.acquire();
    std::atomic<bool> got{false};
    std::binary_semaphore leave{0};
    std::jthread waiting{[&] {
        const auto mine = second.semaphore("s", 1).acquire();
        got = true;
        leave.acquire();
    }};
    ASSERT_TRUE(test::eventually([&] { return first.inspect("s").size() == 2; }));
    here.resize(2);
    EXPECT_TRUE(test::eventually([&] { return got.load(); }));
    EXPECT_FALSE(here.try_acquire().has_value());
    leave.release();
    waiting.join();
    EXPECT_TRUE(here.try_acquire_for(test::patience).has_value()) << "it follows, although made with 1";
    EXPECT_EQ(code_of([&] { static_cast<void>(first.semaphore("s", 1).acquire()); }), errc::limit_mismatch);
}

TEST_P(semaphores, a_resize_below_what_is_in_use_takes_nothing_away) {
    NEEDS(permits);
    NEEDS(resize);
    interlock::client first{url()};
    auto here = first.semaphore("s", 2);
    auto one = here.acquire();
    const auto other = here.acquire();
    here.resize(1);
    EXPECT_TRUE(one.valid() && other.valid());
    one.release();
    EXPECT_FALSE(here.try_acquire().has_value()) << "one is still in use, and that is all there are";
}

TEST_P(semaphores, permits_in_use_never_exceed_the_limit) {
    NEEDS(permits);
    test::history seen;
    {
        std::vector<std::jthread> all;
        for (unsigned i = 0; i < 6; ++i) {
            all.emplace_back([&, i] {
                interlock::client own{url()};
                auto lock = own.semaphore("s", 3);
                for (unsigned k = 0; k < 60; ++k) {
                    const auto count = 1 + (i + k) % 3;
                    const auto held = lock.permits(count).acquire();
                    test::held record{held.fence(), boot_clock::now(), {}, mode::permits, count};
                    record.ended = boot_clock::now();
                    seen.add(record);
                }
            });
        }
    }
    EXPECT_EQ(seen.fault(3), "");
    EXPECT_EQ(seen.size(), 360U);
}

}  // namespace
}  // namespace interlock::conformance
