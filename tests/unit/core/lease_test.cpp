// SPDX-License-Identifier: Apache-2.0
// Lease arithmetic.
#include "core/lease.hpp"

#include <gtest/gtest.h>

namespace interlock::core {
namespace {

using namespace std::chrono_literals;
constexpr time_point start{1000s};

TEST(Lease, DriftIsOnePercentAndTwoMilliseconds) {
    EXPECT_EQ(drift(30s), 302ms);
    EXPECT_EQ(drift(0s), 2ms);
    EXPECT_EQ(drift(-5s), 2ms) << "never negative";
}

TEST(Lease, IsTrustedUntilBeforeItsEnd) {
    EXPECT_EQ(deadline(start + 10s, start), start + 10s - 102ms);
    EXPECT_LT(deadline(start, start), start);
    EXPECT_LT(deadline(start - 1s, start), start - 1s);
}

TEST(Lease, IsRenewedAtAThird) {
    EXPECT_EQ(renew_at(start + 30s, start), start + 10s);
    EXPECT_EQ(renew_at(start - 1s, start), start) << "what is over already: at once";
}

TEST(Lease, TwoMoreTriesFitInBeforeTheDeadline) {
    for (const duration lease : {duration{100ms}, duration{1s}, duration{30s}, duration{24h}}) {
        const auto first = renew_at(start + lease, start);
        EXPECT_LT(first + 2 * renew_slack(lease), deadline(start + lease, start)) << lease.count();
    }
}

TEST(Lease, BackOffDoublesUpToASecond) {
    EXPECT_EQ(back_off(2), 20ms);
    EXPECT_EQ(back_off(3), 40ms);
    EXPECT_EQ(back_off(7), 640ms);
    EXPECT_EQ(back_off(8), 1s);
    EXPECT_EQ(back_off(1'000'000), 1s);
}

TEST(Lease, LocalFencesOfAGrantLieBelowThoseOfTheNext) {
    EXPECT_EQ(local_fence(5, 0, 8), 1280U);
    EXPECT_EQ(local_fence(5, 255, 8), 1535U);
    EXPECT_LT(local_fence(5, 255, 8), local_fence(6, 0, 8));
    EXPECT_EQ(local_fence(5, 0, 0), 5U);
    EXPECT_LT(local_fence((1ULL << 55U) - 1, 255, 8), 1ULL << 63U) << "fits into a signed number";
}

}  // namespace
}  // namespace interlock::core
