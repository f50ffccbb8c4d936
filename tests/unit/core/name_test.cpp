// SPDX-License-Identifier: Apache-2.0
// What may be a name.
#include "core/name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace interlock::core {
namespace {

using namespace std::string_literals;

TEST(Name, AcceptsPrintableUtf8) {
    for (const auto& name : {"a"s, "orders/42"s, " "s, "Ångström"s, "日本語"s, "\U0001F512"s, "\u00A0"s,
                             "a\"'\\%&?#"s, std::string(512, 'x')}) {
        EXPECT_FALSE(check_name(name)) << name;
    }
}

TEST(Name, RefusesEmptyAndOverlongNames) {
    EXPECT_EQ(check_name("").code, errc::invalid_name);
    const auto why = check_name(std::string(513, 'x'));
    EXPECT_EQ(why.code, errc::invalid_name);
    EXPECT_NE(why.message.find("name: has 513 bytes"), std::string::npos) << why.message;
}

TEST(Name, RefusesWhatIsNotUtf8) {
    const auto bad = {
        "\xFF"s,              // Never a first byte.
        "\x80"s,              // A continuation without a beginning.
        "\xC3"s,              // Cut off.
        "\xE2\x82"s,          // Cut off.
        "\xF0\x9F\x94"s,      // Cut off.
        "\xC3\x28"s,          // No continuation.
        "\xC0\x80"s,          // Overlong NUL.
        "\xC1\xBF"s,          // Overlong.
        "\xE0\x9F\xBF"s,      // Overlong.
        "\xF0\x8F\xBF\xBF"s,  // Overlong.
        "\xED\xA0\x80"s,      // High surrogate.
        "\xED\xBF\xBF"s,      // Low surrogate.
        "\xF4\x90\x80\x80"s,  // Above U+10FFFF.
        "\xF8\x88\x80\x80\x80"s,
        "ok\xE9"s,  // Latin-1.
    };
    for (const auto& name : bad) {
        EXPECT_FALSE(is_utf8(name));
        const auto why = check_name(name);
        EXPECT_EQ(why.code, errc::invalid_name);
        EXPECT_NE(why.message.find("UTF-8"), std::string::npos);
    }
}

TEST(Name, KnowsTheEdgesOfUtf8) {
    for (const auto& text : {"\xC2\x80"s, "\xE0\xA0\x80"s, "\xED\x9F\xBF"s, "\xEE\x80\x80"s, "\xEF\xBF\xBF"s,
                             "\xF0\x90\x80\x80"s, "\xF4\x8F\xBF\xBF"s, ""s}) {
        EXPECT_TRUE(is_utf8(text));
    }
}

TEST(Name, RefusesControlCharacters) {
    for (const auto& name :
         {"a\nb"s, "\t"s, "\0"s, "a\0b"s, "\x1F"s, "\x7F"s, "\xC2\x80"s, "\xC2\x9F"s, "x\x1B[0m"s}) {
        EXPECT_TRUE(has_control(name));
        const auto why = check_name(name);
        EXPECT_EQ(why.code, errc::invalid_name);
        EXPECT_NE(why.message.find("control"), std::string::npos);
    }
    EXPECT_FALSE(has_control("\u00A0"s)) << "the first after C1";
    EXPECT_FALSE(has_control("Â"s)) << "a letter that begins with the same byte";
}

}  // namespace
}  // namespace interlock::core
