// SPDX-License-Identifier: Apache-2.0
// Ending a wait with a stop token.
#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

struct Cancel : Sync {
    std::stop_source stop;
    void stop_when_waiting() {
        EXPECT_TRUE(eventually([&] { return waiting("n") == 1; }));
        stop.request_stop();
    }
};

TEST_F(Cancel, BeforeTheCallNothingIsTried) {
    stop.request_stop();
    auto m = locks.mutex("n");
    EXPECT_EQ(thrown_by([&] { static_cast<void>(m.acquire(stop.get_token())); }), errc::canceled);
    std::error_code ec;
    EXPECT_FALSE(m.acquire(ec, stop.get_token()));
    EXPECT_EQ(ec, errc::canceled);
    EXPECT_FALSE(m.try_acquire_for(1s, ec, stop.get_token()));
    EXPECT_EQ(ec, errc::canceled);
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Cancel, DuringTheWaitItEndsAndNothingIsLeftInLine) {
    const auto h = locks.mutex("n").acquire();
    auto m = elsewhere.mutex("n");
    std::thread stopper{[&] { stop_when_waiting(); }};
    EXPECT_EQ(thrown_by([&] { static_cast<void>(m.acquire(stop.get_token())); }), errc::canceled);
    stopper.join();
    EXPECT_EQ(waiting("n"), 0U);
}

TEST_F(Cancel, AllFormsCanBeCancelled) {
    const auto h = locks.mutex("n").acquire();
    auto m = elsewhere.mutex("n");
    std::thread stopper{[&] { stop_when_waiting(); }};
    std::error_code ec;
    EXPECT_FALSE(m.try_acquire_until(boot_clock::now() + 1h, ec, stop.get_token()));
    EXPECT_EQ(ec, errc::canceled);
    stopper.join();
    EXPECT_EQ(thrown_by([&] { static_cast<void>(m.try_acquire_for(1h, stop.get_token())); }), errc::canceled);
    EXPECT_EQ(
        thrown_by([&] { static_cast<void>(m.try_acquire_until(boot_clock::now() + 1h, stop.get_token())); }),
        errc::canceled);
}

TEST_F(Cancel, InTheLocalLineLeavesTheOthersInTheirs) {
    auto m = locks.mutex("n");
    std::optional<hold> h = m.acquire();
    std::atomic<bool> canceled{false};
    std::thread waiter{[&] {
        std::error_code ec;
        static_cast<void>(m.acquire(ec, stop.get_token()));
        canceled = ec == errc::canceled;
    }};
    std::thread patient{[&] { EXPECT_TRUE(m.acquire().valid()); }};
    stop.request_stop();
    waiter.join();
    EXPECT_TRUE(canceled);
    h.reset();
    patient.join();
}

TEST_F(Cancel, AfterTheGrantItDoesNothing) {
    const auto h = locks.mutex("n").acquire(stop.get_token());
    stop.request_stop();
    EXPECT_TRUE(h.valid());
    EXPECT_FALSE(h.lost().stop_requested());
}

TEST_F(Cancel, MeetingTheGrantLeavesNothingBehind) {
    auto m = locks.mutex("n");
    auto other = elsewhere.mutex("n");
    for (int i = 0; i < 200; ++i) {
        std::optional<hold> h = m.acquire();
        std::stop_source each;
        std::thread stopper{[&] {
            if (i % 2 == 0) {
                h.reset();
                each.request_stop();
            } else {
                each.request_stop();
                h.reset();
            }
        }};
        std::error_code ec;
        {
            const auto got = other.acquire(ec, each.get_token());
            ASSERT_EQ(!got, ec == errc::canceled);
        }
        stopper.join();
        ASSERT_TRUE(m.try_acquire_for(5s)) << "a claim was forgotten at the engine";
    }
}

TEST_F(Cancel, ByTheLossOfAnotherHold) {
    const auto other = locks.mutex("n").acquire();
    const auto mine = elsewhere.mutex("m").acquire();
    std::thread evictor{[&] {
        EXPECT_TRUE(eventually([&] { return waiting("n") == 1; }));
        locks.evict("m");
    }};
    std::error_code ec;
    EXPECT_FALSE(elsewhere.mutex("n").acquire(ec, mine.lost()));
    EXPECT_EQ(ec, errc::canceled);
    evictor.join();
}

}  // namespace
}  // namespace interlock::test
