// SPDX-License-Identifier: Apache-2.0
// Cells in rows: versions, conditions, repetition, watchers; and requests that make no sense.
#include "core/request.hpp"
#include "unit/rows/desk.hpp"

#include <gtest/gtest.h>

namespace interlock::rows::test {
namespace {

using port::status;

port::cell_answer write(desk& d, unsigned request, port::cell_write what) {
    what.request = id(request);
    what.name = "c";
    return d.next().write(what);
}

TEST(rows_cells, versions_grow_by_one_with_every_write_deletion_included) {
    desk d;
    EXPECT_EQ(d.next().read("c").version, 0u);
    EXPECT_EQ(write(d, 1, {.value = "a"}).now.version, 1u);
    EXPECT_EQ(write(d, 2, {}).now.version, 2u);
    EXPECT_FALSE(d.next().read("c").value.has_value());
    EXPECT_EQ(write(d, 3, {.value = "b"}).now.version, 3u);
}

TEST(rows_cells, another_version_than_expected_is_a_conflict) {
    desk d;
    write(d, 1, {.value = "a"});
    const auto got = write(d, 2, {.value = "b", .expected = 0});
    EXPECT_EQ(got.why.code, errc::conflict);
    EXPECT_EQ(got.now.value, "a");
    EXPECT_EQ(write(d, 3, {.value = "b", .expected = 1}).what, status::done);
}

TEST(rows_cells, an_older_fence_is_stale_also_when_the_version_fails_too) {
    desk d;
    write(d, 1, {.value = "a", .fence = 7});
    EXPECT_EQ(write(d, 2, {.value = "b", .fence = 6}).why.code, errc::stale);
    EXPECT_EQ(write(d, 3, {.value = "b", .expected = 9, .fence = 6}).why.code, errc::stale);
    EXPECT_EQ(write(d, 4, {.value = "b", .fence = 7}).what, status::done);
    EXPECT_EQ(write(d, 5, {.value = "c"}).now.fence, 7u) << "an unguarded write does not lower it";
}

TEST(rows_cells, repeating_the_last_write_answers_it_again) {
    desk d;
    write(d, 1, {.value = "a", .expected = 0});
    const auto again = write(d, 1, {.value = "a", .expected = 0});
    EXPECT_EQ(again.what, status::done);
    EXPECT_EQ(again.now.version, 1u);
}

TEST(rows_cells, watchers_are_told_of_every_write_until_they_leave) {
    desk d;
    EXPECT_EQ(d.next().watch("c", id(9)).version, 0u);
    write(d, 1, {.value = "a"});
    ASSERT_EQ(d.caused.pushes.size(), 1u);
    EXPECT_EQ(d.caused.pushes[0].what, push::kind::cell);
    EXPECT_EQ(d.caused.pushes[0].session, id(9));
    EXPECT_EQ(d.caused.pushes[0].cell, "c");
    d.next().unwatch("c", id(9));
    write(d, 2, {.value = "b"});
    EXPECT_TRUE(d.caused.pushes.empty());
}

TEST(rows_check, names_the_field_and_the_range) {
    const port::capabilities can{.max_items = 2, .min_lease = 100ms, .max_lease = 1h};
    const port::claim good{.owner = id(1), .items = {exclusive("a"), shared("b")}, .lease = 1s};
    EXPECT_FALSE(core::check(good, can));
    auto bad = good;
    bad.items = {exclusive("a"), exclusive("a")};
    EXPECT_NE(core::check(bad, can).message.find("names"), std::string::npos);
    bad = good;
    bad.lease = 99ms;
    EXPECT_NE(core::check(bad, can).message.find("100 to 3600000 ms"), std::string::npos);
    bad.lease = 1s;
    bad.items = {permits("a", 4, 3)};
    EXPECT_NE(core::check(bad, can).message.find("permits"), std::string::npos);
    EXPECT_EQ(core::check({.name = "c", .value = std::string(65537, 'v')}).code, errc::invalid_option);
    EXPECT_FALSE(core::check({.name = "c", .value = std::string(65536, 'v')}));
    EXPECT_EQ(core::check_keep(-1ms, can).code, errc::invalid_option);
}

}  // namespace
}  // namespace interlock::rows::test
