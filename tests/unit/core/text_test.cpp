// SPDX-License-Identifier: Apache-2.0
// Percent-encoded text, and labels.
#include "core/text.hpp"

#include <gtest/gtest.h>

#include "core/name.hpp"

namespace interlock::core {
namespace {

TEST(Percent, EncodesWhatHasAMeaning) {
    EXPECT_EQ(percent_encode("a-b_c.d~e/f:g@h i"), "a-b_c.d~e/f:g@h i");
    EXPECT_EQ(percent_encode("50%&x=y?"), "50%25%26x%3Dy%3F");
    EXPECT_EQ(percent_encode("\xC3\xA4"), "%C3%A4");
}

TEST(Percent, DecodesEveryByteThatWasEncoded) {
    std::string all;
    for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
    EXPECT_EQ(percent_decode(percent_encode(all)), all);
}

TEST(Percent, RefusesBrokenEncodings) {
    for (const auto* bad : {"%", "%4", "a%", "a%4", "%G1", "%1G", "%%41"})
        EXPECT_FALSE(percent_decode(bad)) << bad;
    EXPECT_EQ(percent_decode("%41"), "A");
    EXPECT_EQ(percent_decode("%4a%4A"), "JJ");
}

TEST(Pairs, AreReadInAnyOrder) {
    const auto pairs = parse_pairs("b=2&a=1&empty=&x%3D=%26");
    ASSERT_TRUE(pairs);
    EXPECT_EQ(*pairs,
              (std::map<std::string, std::string>{{"a", "1"}, {"b", "2"}, {"empty", ""}, {"x=", "&"}}));
    EXPECT_TRUE(parse_pairs("")->empty());
    EXPECT_EQ(parse_pairs("a=b=c")->at("a"), "b=c");
}

TEST(Pairs, RefuseWhatHasNoKeyOrComesTwice) {
    for (const auto* bad : {"a", "=1", "a=1&b", "a=1&a=2", "a=%", "%=1", "&a=1", "a=1&&b=2"}) {
        EXPECT_FALSE(parse_pairs(bad)) << bad;
    }
}

TEST(Label, SurvivesTheWayThroughAnEngine) {
    const label who{.host = "häst&=%", .program = "p q", .pid = 4711, .note = "nightly = 100 %"};
    EXPECT_EQ(label_from(to_text(who)), who);
    const label plain{.host = "h", .program = "p", .pid = 1};
    EXPECT_EQ(to_text(plain), "program=p&pid=1&host=h");
    EXPECT_EQ(label_from(to_text(plain)), plain);
}

TEST(Label, ThatIsNotOursBecomesTheNote) {
    EXPECT_EQ(label_from("made by hand").note, "made by hand");
    EXPECT_EQ(label_from("a=b").note, "a=b");
    EXPECT_EQ(label_from("").note, "");
    EXPECT_EQ(label_from("pid=abc").pid, 0);
}

TEST(Label, NeverOutgrowsWhatEnginesStore) {
    const std::string wide(128, '&');
    const label who{
        .host = std::string(64, 'h'), .program = std::string(64, '%'), .pid = 4194304, .note = wide};
    const auto text = to_text(who);
    EXPECT_LE(text.size(), longest_label);
    const auto back = label_from(text);
    EXPECT_EQ(back.note, wide) << "what the user gave is whole";
    EXPECT_EQ(back.pid, 4194304);
    EXPECT_TRUE(std::string(64, 'h').starts_with(back.host));
    EXPECT_FALSE(back.program.empty());
}

}  // namespace
}  // namespace interlock::core
