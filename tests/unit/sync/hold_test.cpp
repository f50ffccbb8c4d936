// SPDX-License-Identifier: Apache-2.0
// What a hold knows, and how it ends.
#include <stdexcept>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, AnEmptyHoldHoldsNothing) {
    hold h;
    EXPECT_FALSE(h);
    EXPECT_FALSE(h.valid());
    EXPECT_EQ(h.fence(), 0U);
    EXPECT_EQ(h.valid_until(), boot_clock::time_point{});
    EXPECT_FALSE(h.lost().stop_possible());
    h.on_lost([] { FAIL(); });
    EXPECT_EQ(thrown_by([&] { h.renew(); }), errc::lost);
    EXPECT_EQ(thrown_by([&] { h.release(); }), errc::lost);
    std::error_code ec;
    h.renew(ec);
    EXPECT_EQ(ec, errc::lost);
    h.release(ec = {});
    EXPECT_EQ(ec, errc::lost);
}

TEST_F(Sync, FencesGrowOverAllHoldersWherever) {
    std::uint64_t last = 0;
    for (int i = 0; i < 50; ++i) {
        auto& who = i % 3 == 0 ? elsewhere : locks;
        const auto h = who.mutex("n").acquire();
        EXPECT_GT(h.fence(), last);
        EXPECT_LT(h.fence(), 1ULL << 63U);
        last = h.fence();
    }
    locks.evict("n");
    EXPECT_GT(locks.mutex("n").acquire().fence(), last);
}

TEST_F(Sync, ValidUntilIsTheLeaseLessTheDrift) {
    const auto before = boot_clock::now();
    const auto h = locks.mutex("n", {.lease = 10s, .renew = renewal::never}).acquire();
    const auto after = boot_clock::now();
    EXPECT_GE(h.valid_until(), before + 10s - 103ms);
    EXPECT_LE(h.valid_until(), after + 10s - 100ms);
}

TEST_F(Sync, RenewExtendsTheHold) {
    auto h = locks.mutex("n", {.lease = 10s, .renew = renewal::never}).acquire();
    const auto first = h.valid_until();
    h.renew();
    EXPECT_GT(h.valid_until(), first);
    std::error_code ec = errc::protocol;
    h.renew(ec);
    EXPECT_FALSE(ec);
}

TEST_F(Sync, ReleaseWaitsAndEmpties) {
    auto h = locks.mutex("n").acquire();
    h.release();
    EXPECT_FALSE(h);
    EXPECT_TRUE(is_free("n"));
    EXPECT_EQ(thrown_by([&] { h.release(); }), errc::lost) << "there is nothing to release twice";
}

TEST_F(Sync, ReleaseThatPassesTheHoldOnIsASuccess) {
    auto m = locks.mutex("n");
    auto h = m.acquire();
    std::thread next{[&] { EXPECT_TRUE(m.acquire().valid()); }};
    std::error_code ec = errc::protocol;
    h.release(ec);
    EXPECT_FALSE(ec);
    next.join();
}

TEST_F(Sync, AMovedFromHoldIsEmptyAndMovingKeepsTheLock) {
    auto a = locks.mutex("n").acquire();
    const auto fence = a.fence();
    hold b{std::move(a)};
    EXPECT_FALSE(a);  // NOLINT(bugprone-use-after-move)
    EXPECT_TRUE(b.valid());
    EXPECT_EQ(b.fence(), fence);
    EXPECT_FALSE(is_free("n"));
    auto& same = b;
    b = std::move(same);
    EXPECT_TRUE(b.valid()) << "moving to itself does nothing";
}

TEST_F(Sync, AssigningReleasesWhatWasHeldBefore) {
    auto h = locks.mutex("a").acquire();
    h = locks.mutex("b").acquire();
    EXPECT_TRUE(is_free("a"));
    EXPECT_EQ(h.name(), "b");
    h = hold{};
    EXPECT_TRUE(is_free("b"));
}

TEST_F(Sync, IsReleasedDuringAnException) {
    EXPECT_THROW(
        {
            const auto h = locks.mutex("n").acquire();
            throw std::runtime_error{"work failed"};
        },
        std::runtime_error);
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, MayEndOnAnotherThread) {
    auto h = locks.mutex("n").acquire();
    std::thread{[h = std::move(h)] { EXPECT_TRUE(h.valid()); }}.join();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, ALeaseIsKeptAliveWhileHeld) {
    const auto h = locks.mutex("n", short_lease).acquire();
    EXPECT_TRUE(is_kept_alive(h));
    EXPECT_TRUE(is_kept_alive(h)) << "again and again";
    EXPECT_FALSE(h.lost().stop_requested());
}

TEST_F(Sync, InspectShowsTheHolder) {
    const auto h = locks.mutex("n", {.label = "nightly"}).acquire();
    const auto shown = elsewhere.inspect("n");
    ASSERT_EQ(shown.size(), 1U);
    EXPECT_TRUE(shown[0].holding);
    EXPECT_EQ(shown[0].fence, h.fence()) << "the number that the holder sees";
    EXPECT_EQ(shown[0].who.note, "nightly");
    EXPECT_EQ(shown[0].who.program, "unit_sync");
}

}  // namespace
}  // namespace interlock::test
