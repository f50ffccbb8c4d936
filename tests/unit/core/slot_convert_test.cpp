// SPDX-License-Identifier: Apache-2.0
// Changing the mode of what is held.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

using port::status;

const slot::wish upgrade{.to = mode::exclusive, .may_wait = true};

TEST(SlotConvert, ADowngradeKeepsTheFence) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    EXPECT_EQ(b.convert(a, {.to = mode::shared}), "convert to shared at once");
    EXPECT_EQ(b.converted(status::done, 1), "converted a");
    EXPECT_EQ(a->as, mode::shared);
    EXPECT_EQ(a->fence, 256U);
}

TEST(SlotConvert, AnUpgradeHasANewFence) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    EXPECT_EQ(b.convert(a, upgrade), "convert to exclusive");
    EXPECT_EQ(b.converted(status::done, 7), "converted a");
    EXPECT_EQ(a->fence, 7U * 256);
}

TEST(SlotConvert, BusyAndRefusedLeaveItAsItWas) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    a->as = mode::shared;
    b.convert(a, {.to = mode::exclusive});
    EXPECT_EQ(b.converted(status::busy), "not converted a");
    b.convert(a, upgrade);
    EXPECT_EQ(b.converted(status::error, 0, 0, fail(errc::deadlock, "both")),
              "not converted a (" + make_error_code(errc::deadlock).message() + ")");
    EXPECT_EQ(a->as, mode::shared);
    EXPECT_EQ(b.leave(a), "release");
}

TEST(SlotConvert, GivingUpGoesBackAlsoIfTheEngineWasFaster) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    a->as = mode::shared;
    b.convert(a, upgrade);
    const auto first = b.request;
    EXPECT_EQ(b.give_up_conversion(a), "convert to shared at once");
    EXPECT_EQ(b.converted(status::done, 7, first), "")
        << "the late grant is not believed: it is being undone";
    EXPECT_EQ(b.converted(status::done, 7), "not converted a");
    EXPECT_EQ(a->as, mode::shared);
    EXPECT_EQ(a->fence, 256U);
}

TEST(SlotConvert, ADowngradeIsNotGivenUp) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.convert(a, {.to = mode::shared});
    EXPECT_EQ(b.give_up_conversion(a), "") << "others may be in already";
    EXPECT_EQ(b.converted(status::done, 1), "converted a");
}

TEST(SlotConvert, AfterADowngradeOfUnknownOutcomeOnlyTheWeakerModeCounts) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.convert(a, {.to = mode::shared});
    for (int i = 1; i < 5; ++i) {
        EXPECT_EQ(b.converted(status::unknown), "");
        EXPECT_EQ(b.pass_to_next_tick(), "convert to shared at once");
    }
    EXPECT_EQ(b.converted(status::unknown),
              "not converted a (" + make_error_code(errc::unknown_outcome).message() + ")");
    EXPECT_EQ(a->as, mode::shared);
}

TEST(SlotConvert, ItsTimeEnds) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    a->as = mode::upgradeable;
    auto wanted = upgrade;
    wanted.give_up = b.now + 500ms;
    b.convert(a, wanted);
    EXPECT_EQ(b.until_next_tick(), 500ms);
    EXPECT_EQ(b.pass(500ms), "convert to upgradeable at once");
    EXPECT_EQ(b.converted(status::done), "not converted a");
}

TEST(SlotConvert, AnUnknownOutcomeIsRepeatedAndInTheEndTakenBack) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    a->as = mode::shared;
    b.convert(a, upgrade);
    for (int i = 1; i < 5; ++i) {
        EXPECT_EQ(b.converted(status::unknown), "");
        EXPECT_EQ(b.pass_to_next_tick(), "convert to exclusive");
    }
    EXPECT_EQ(b.converted(status::unknown), "convert to shared at once");
    EXPECT_EQ(b.converted(status::done),
              "not converted a (" + make_error_code(errc::unknown_outcome).message() + ")");
}

TEST(SlotConvert, LossEndsItAndTheHold) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.convert(a, upgrade);
    const auto said = b.converted(status::lost);
    EXPECT_NE(said.find("not converted a (lock lost)"), std::string::npos) << said;
    EXPECT_NE(said.find("; lost a"), std::string::npos) << said;
    EXPECT_EQ(b.convert(a, upgrade), "not converted a (lock lost)");
}

TEST(SlotConvert, ReleasingMeanwhileEndsIt) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.convert(a, upgrade);
    EXPECT_EQ(b.leave(a), "not converted a (" + make_error_code(errc::canceled).message() + "); release");
    EXPECT_EQ(b.converted(status::done, 7), "") << "too late";
}

TEST(SlotConvert, OneAtATime) {
    slot_bench b;
    const auto a = b.hold(b.who("a"));
    b.convert(a, upgrade);
    EXPECT_EQ(b.convert(a, {.to = mode::shared}),
              "not converted a (" + make_error_code(errc::invalid_option).message() + ")");
    EXPECT_EQ(b.converted(status::done, 7), "converted a") << "the first goes on";
}

TEST(SlotConvert, WhatAThreadHoldsIsToldAndNobodyInheritsTheClaim) {
    slot_bench b;
    const auto a = b.who("a");
    a->holding = {port::owner_id{{1}}};
    EXPECT_EQ(b.arrive(a), "acquire");
    EXPECT_EQ(b.claimed.holding, a->holding);
    b.arrive(b.who("c"));
    EXPECT_EQ(b.withdraw(a), "withdraw; busy a") << "its claim says what only its thread holds";
    EXPECT_EQ(b.left(), "acquire");
    EXPECT_TRUE(b.claimed.holding.empty());
}

}  // namespace
}  // namespace interlock::core
