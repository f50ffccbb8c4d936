// SPDX-License-Identifier: Apache-2.0
// Fences only grow: over closing, a new start of the machine, and a file made anew.
#include "unit/sqlite/fixture.hpp"

#include <filesystem>

namespace interlock::sqlite::test {
namespace {

using fences = sqlite_engine;

host_facts another_boot() {
    auto out = read_host_facts();
    out.boot_id = "another";
    return out;
}

TEST_F(fences, survive_release_and_reopening) {
    std::uint64_t last = 0;
    for (int round = 0; round < 3; ++round) {
        client a{path};
        const auto wanted = a.claim("x");
        const auto got = a.take(wanted);
        ASSERT_EQ(got.what, status::done);
        EXPECT_GT(got.got.fences.at(0), last);
        EXPECT_LT(got.got.fences.at(0), std::uint64_t{1} << 55);
        last = got.got.fences.at(0);
        EXPECT_EQ(a.release(wanted.owner).what, status::done);
    }
}

TEST_F(fences, a_new_boot_drops_all_claims_and_leaps_ahead) {
    std::uint64_t before = 0;
    port::owner_id owner;
    {
        client a{path};
        const auto wanted = a.claim("x");
        owner = wanted.owner;
        before = a.take(wanted).got.fences.at(0);
    }
    client b{path, another_boot()};
    EXPECT_EQ(b.renew(owner).what, status::lost);
    const auto got = b.try_once("x");
    ASSERT_EQ(got.what, status::done);
    EXPECT_GE(got.got.fences.at(0), before + (std::uint64_t{1} << 23));
}

TEST_F(fences, a_file_made_anew_by_a_client_in_the_know_starts_above) {
    client a{path};
    const auto before = a.try_once("x").got.fences.at(0);
    std::filesystem::remove(path);
    const auto after = a.try_once("x");
    ASSERT_EQ(after.what, status::done);
    EXPECT_GT(after.got.fences.at(0), before);
}

TEST_F(fences, a_time_namespace_does_not_shift_leases) {
    auto shifted = read_host_facts();
    shifted.boot_offset = 1h;  // As if this process's boot clock ran an hour ahead of the host's …
    client a{path};
    client b{path, shifted};
    // … so what it writes must be an hour earlier than its own clock says, and is long expired for the other.
    const auto held = b.claim("x", 1min);
    ASSERT_EQ(b.take(held).what, status::done);
    EXPECT_EQ(a.try_once("x").what, status::done);
}

}  // namespace
}  // namespace interlock::sqlite::test
