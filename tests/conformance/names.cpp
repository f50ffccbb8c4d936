// SPDX-License-Identifier: Apache-2.0
// Different names never meet, however odd they are.
#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

/// Names that careless storage would mix up.
std::vector<std::string> odd_names() {
    // clang-format off
    return {
        "x", "X", "xx", "x ", "x  ", " x", "\xef\xbb\xbfx",  // Case, length, blanks, a mark.
        "x/y", "x\\y", "x:y", "x.y", "x*", "x?", "[x]", "{x}", "x%", "x_",  // Patterns and separators.
        "x%20", "x%2520", "x'y", "x''y", "x\"y", "x;--", "'; DROP TABLE claims; --",  // Quotes and escapes.
        "NULL", "null", "0", "00", "-1", "1e0", "1.0",  // Other types.
        "\xc3\xa9", "e\xcc\x81", "\xc3\x89", "k", "K", "\xe2\x84\xaa",  // Letters that look alike.
        "stra\xc3\x9f" "e", "strasse", "\xf0\x9f\x94\x92",
        std::string(512, 'n'), std::string(511, 'n'), std::string(511, 'n') + "N",
    };
    // clang-format on
}

}  // namespace

TEST_P(names, however_odd_are_all_distinct_locks) {
    auto& a = open();
    auto& b = open();
    std::vector<taken> held;
    for (const auto& name : odd_names()) held.push_back(a.take(a.exclusive(name)));
    for (const auto& name : odd_names()) EXPECT_EQ(b.try_once(b.exclusive(name)).what, status::busy) << name;
    for (const auto& each : held) EXPECT_EQ(a.release(each.owner).what, status::done);
}

TEST_P(names, however_odd_are_shown_as_they_are) {
    NEEDS(inspect);
    auto& a = open();
    auto expected = odd_names();
    for (const auto& name : expected) a.take(a.exclusive(name));
    std::sort(expected.begin(), expected.end());
    std::vector<std::string> seen;
    for (const auto& each : a.inspect()) seen.push_back(each.name);
    EXPECT_EQ(seen, expected) << "all of them, by their bytes";
    for (const auto& name : expected) EXPECT_EQ(a.inspect({.name = name}).size(), 1u) << name;
}

TEST_P(names, however_odd_are_all_distinct_cells) {
    NEEDS(cells);
    auto& a = open();
    for (const auto& name : odd_names()) EXPECT_EQ(a.write(name, name).now.version, 1u) << name;
    for (const auto& name : odd_names()) EXPECT_EQ(a.read(name).now.value, name);
}

TEST_P(names, of_one_store_are_not_those_of_another) {
    auto& a = open();
    a.take(a.exclusive("x"));
    const test::temporary_folder other_folder;
    client other{GetParam().make_url(other_folder)};
    EXPECT_EQ(other.try_once(other.exclusive("x")).what, status::done);
}

}  // namespace interlock::conformance
