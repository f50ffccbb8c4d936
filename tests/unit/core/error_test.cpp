// SPDX-License-Identifier: Apache-2.0
// Error codes, failures and the exception.
#include <interlock/engine/types.hpp>
#include <interlock/error.hpp>

#include <gtest/gtest.h>

#include <set>

namespace interlock {
namespace {

TEST(Error, EveryCodeHasATextOfItsOwn) {
    std::set<std::string> texts;
    for (int i = 1; i <= static_cast<int>(errc::protocol); ++i) {
        const auto text = make_error_code(static_cast<errc>(i)).message();
        EXPECT_NE(text, "unknown error") << i;
        EXPECT_TRUE(texts.insert(text).second) << text;
    }
}

TEST(Error, NoTextIsLeftOver) {
    EXPECT_EQ(error_category().message(static_cast<int>(errc::protocol) + 1), "unknown error");
    EXPECT_EQ(error_category().message(-1), "unknown error");
    EXPECT_EQ(error_category().message(0), "no error");
    EXPECT_EQ(make_error_code(errc::lost).message(), "lock lost");
    EXPECT_EQ(make_error_code(errc::protocol).message(), "unexpected answer from the engine");
}

TEST(Error, CodesCompareAsTheyRead) {
    const std::error_code ec = errc::timed_out;
    EXPECT_TRUE(ec == errc::timed_out);
    EXPECT_FALSE(ec == errc::lost);
    EXPECT_STREQ(ec.category().name(), "interlock");
}

TEST(Error, FailureIsTrueWhenThereIsOne) {
    EXPECT_FALSE(failure{});
    EXPECT_TRUE(fail(errc::closed, "x"));
}

TEST(Error, ExceptionShowsMessageAndCode) {
    const error e{fail(errc::invalid_option, "lease: too short")};
    EXPECT_EQ(e.code(), errc::invalid_option);
    EXPECT_STREQ(e.what(), "lease: too short: invalid option");
}

TEST(OwnerId, IsShownInHexadecimal) {
    port::owner_id id;
    id.bytes[0] = 0xAB;
    id.bytes[15] = 0x01;
    EXPECT_EQ(id.hex(), "ab000000000000000000000000000001");
}

}  // namespace
}  // namespace interlock
