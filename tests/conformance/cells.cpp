// SPDX-License-Identifier: Apache-2.0
// Small values with a version and a fence.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(cells, a_cell_never_written_has_version_0) {
    NEEDS(cells);
    auto& a = open();
    const auto answer = a.read("x");
    EXPECT_EQ(answer.what, status::done);
    EXPECT_EQ(answer.now.value, std::nullopt);
    EXPECT_EQ(answer.now.version, 0u);
    EXPECT_EQ(answer.now.fence, 0u);
}

TEST_P(cells, a_write_is_read_by_others_and_counts_the_version) {
    NEEDS(cells);
    auto& a = open();
    auto& b = open();
    EXPECT_EQ(a.write("x", "one").now.version, 1u);
    EXPECT_EQ(b.write("x", "two").now.version, 2u);
    EXPECT_EQ(a.read("x").now.value, "two");
    EXPECT_EQ(a.read("x").now.version, 2u);
}

TEST_P(cells, bytes_come_back_as_they_were) {
    NEEDS(cells);
    auto& a = open();
    std::string bytes;
    for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<char>(i));
    a.write("x", bytes);
    EXPECT_EQ(a.read("x").now.value, bytes);
    a.write("x", "");
    EXPECT_EQ(a.read("x").now.value, "") << "empty is not absent";
    const std::string largest(64 * 1024, 'v');
    EXPECT_EQ(a.write("x", largest).what, status::done);
    EXPECT_EQ(a.read("x").now.value, largest);
}

TEST_P(cells, a_deletion_counts_the_version_too) {
    NEEDS(cells);
    auto& a = open();
    a.write("x", "v");
    const auto gone = a.write({.request = a.draw_id(), .name = "x", .value = {}});
    EXPECT_EQ(gone.now.value, std::nullopt);
    EXPECT_EQ(gone.now.version, 2u);
    EXPECT_EQ(a.read("x").now.version, 2u);
    EXPECT_EQ(a.write("x", "again").now.version, 3u);
}

TEST_P(cells, a_write_that_expects_another_version_is_a_conflict) {
    NEEDS(cells);
    auto& a = open();
    a.write("x", "v");
    const auto refused = a.write({.request = a.draw_id(), .name = "x", .value = "w", .expected = 0});
    EXPECT_EQ(refused.what, status::error);
    EXPECT_EQ(refused.why.code, errc::conflict);
    EXPECT_EQ(refused.now.value, "v") << "the cell as it is";
    EXPECT_EQ(refused.now.version, 1u);
    EXPECT_EQ(a.write({.request = a.draw_id(), .name = "x", .value = "w", .expected = 1}).what, status::done);
}

TEST_P(cells, a_write_with_an_older_fence_is_stale) {
    NEEDS(cells);
    auto& a = open();
    const auto with_fence = [&](std::uint64_t fence) {
        return a.write({.request = a.draw_id(), .name = "x", .value = std::to_string(fence), .fence = fence});
    };
    EXPECT_EQ(with_fence(7).what, status::done);
    EXPECT_EQ(with_fence(7).what, status::done) << "the same holder may write again";
    const auto refused = with_fence(6);
    EXPECT_EQ(refused.why.code, errc::stale);
    EXPECT_EQ(refused.now.value, "7");
    EXPECT_EQ(refused.now.fence, 7u);
    EXPECT_EQ(with_fence(9).now.fence, 9u);
}

TEST_P(cells, a_write_without_a_fence_is_not_checked_and_keeps_the_highest) {
    NEEDS(cells);
    auto& a = open();
    a.write({.request = a.draw_id(), .name = "x", .value = "v", .fence = 7});
    const auto written = a.write("x", "w");
    EXPECT_EQ(written.what, status::done);
    EXPECT_EQ(written.now.fence, 7u);
}

TEST_P(cells, a_write_that_fails_both_conditions_is_stale) {
    NEEDS(cells);
    auto& a = open();
    a.write({.request = a.draw_id(), .name = "x", .value = "v", .fence = 7});
    const auto refused =
        a.write({.request = a.draw_id(), .name = "x", .value = "w", .expected = 5, .fence = 6});
    EXPECT_EQ(refused.why.code, errc::stale);
}

TEST_P(cells, are_not_locks) {
    NEEDS(cells);
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(a.write("x", "v").what, status::done);
    EXPECT_EQ(a.renew(held.owner).what, status::done);
}

}  // namespace interlock::conformance
