// SPDX-License-Identifier: Apache-2.0
// Options: each one out of its range is refused by its name.
#include "core/terms.hpp"

#include <gtest/gtest.h>

namespace interlock::core {
namespace {

using namespace std::chrono_literals;

const port::capabilities can_all{.fair = true, .barging = true};

/// The field that the refusal of `options` names; empty if they are accepted.
std::string refused_field(const lock_options& options, const port::capabilities& can = can_all) {
    const auto why = check(options, can);
    if (!why) return {};
    EXPECT_EQ(why.code, errc::invalid_option) << why.message;
    return why.message.substr(0, why.message.find(':'));
}

TEST(Terms, DefaultsAreAcceptable) { EXPECT_EQ(refused_field({}), ""); }

TEST(Terms, LeaseIsBoundedByTheEngine) {
    EXPECT_EQ(refused_field({.lease = 99ms}), "lease");
    EXPECT_EQ(refused_field({.lease = 100ms}), "");
    EXPECT_EQ(refused_field({.lease = 24h}), "");
    EXPECT_EQ(refused_field({.lease = 24h + 1ms}), "lease");
    EXPECT_EQ(refused_field({.lease = 0ms}), "lease");
    EXPECT_EQ(refused_field({.lease = -1s}), "lease");
    EXPECT_EQ(refused_field({.lease = std::chrono::milliseconds::max()}), "lease");
    EXPECT_EQ(refused_field({.lease = std::chrono::milliseconds::min()}), "lease");
}

TEST(Terms, TheMessageGivesTheRange) {
    EXPECT_EQ(check(lock_options{.lease = 5ms}, can_all).message,
              "lease: 5 ms is out of range; give 100 ms to 86400000 ms");
}

TEST(Terms, WaitMayBeZeroButNotNegativeOrAbsurd) {
    EXPECT_EQ(refused_field({.wait = 0ms}), "");
    EXPECT_EQ(refused_field({.wait = -1ms}), "wait");
    EXPECT_EQ(refused_field({.wait = std::chrono::milliseconds::max()}), "wait");
}

TEST(Terms, HoldTimesFitTogether) {
    EXPECT_EQ(refused_field({.min_hold = -1ms}), "min_hold");
    EXPECT_EQ(refused_field({.lease = 1s, .min_hold = 1s}), "");
    EXPECT_EQ(refused_field({.lease = 1s, .min_hold = 1001ms}), "min_hold");
    EXPECT_EQ(refused_field({.min_hold = 2s, .max_hold = 1s}), "min_hold");
    EXPECT_EQ(refused_field({.max_hold = -1ms}), "max_hold");
    EXPECT_EQ(refused_field({.max_hold = 1ms}), "");
    EXPECT_EQ(refused_field({.max_hold = std::chrono::milliseconds::max()}), "max_hold");
}

TEST(Terms, LingerFitsIntoTheLease) {
    EXPECT_EQ(refused_field({.lease = 1s, .linger = 1s}), "");
    EXPECT_EQ(refused_field({.lease = 1s, .linger = 1001ms}), "linger");
    EXPECT_EQ(refused_field({.linger = -1ms}), "linger");
}

TEST(Terms, HandOversAreBounded) {
    EXPECT_EQ(refused_field({.local_handovers = 0}), "");
    EXPECT_EQ(refused_field({.local_handovers = 255}), "");
    EXPECT_EQ(refused_field({.local_handovers = 256}), "local_handovers");
}

TEST(Terms, LabelIsShortPrintableText) {
    EXPECT_EQ(refused_field({.label = std::string(128, 'x')}), "");
    EXPECT_EQ(refused_field({.label = std::string(129, 'x')}), "label");
    EXPECT_EQ(refused_field({.label = "a\nb"}), "label");
    EXPECT_EQ(refused_field({.label = "\xFF"}), "label");
}

TEST(Terms, AnOrderThatTheEngineCannotServeIsUnsupported) {
    EXPECT_EQ(check(lock_options{.order = order::fair}, {.fair = false, .barging = true}).code,
              errc::unsupported);
    EXPECT_EQ(check(lock_options{.order = order::barging}, {.fair = true, .barging = false}).code,
              errc::unsupported);
}

TEST(Terms, OfAClient) {
    EXPECT_FALSE(check(client_options{}));
    EXPECT_FALSE(check(client_options{.connect_timeout = 10ms, .flush_timeout = 0ms}));
    EXPECT_TRUE(check(client_options{.connect_timeout = 9ms}).message.starts_with("connect_timeout:"));
    EXPECT_TRUE(check(client_options{.connect_timeout = 2h}).message.starts_with("connect_timeout:"));
    EXPECT_TRUE(check(client_options{.flush_timeout = -1ms}).message.starts_with("flush_timeout:"));
    EXPECT_TRUE(check(client_options{.flush_timeout = 2h}).message.starts_with("flush_timeout:"));
}

}  // namespace
}  // namespace interlock::core
