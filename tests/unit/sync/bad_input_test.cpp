// SPDX-License-Identifier: Apache-2.0
// Names, options and URLs that make no sense are refused with the right code, when the object is made.
#include <cstdlib>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

std::error_code opening(std::string_view url, client_options options = {}) {
    std::error_code ec;
    const auto opened = client::open(url, options, ec);
    EXPECT_EQ(opened.has_value(), !ec);
    EXPECT_EQ(thrown_by([&] { const client c{url, options}; }), ec) << "both forms agree";
    return ec;
}

TEST_F(Sync, BadNamesAreRefused) {
    for (const auto& name :
         {std::string{}, std::string(513, 'x'), std::string{"\xFF"}, std::string{"a\nb"}}) {
        EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.mutex(name)); }), errc::invalid_name);
        EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.recursive_mutex(name)); }), errc::invalid_name);
        EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.inspect(name)); }), errc::invalid_name);
        EXPECT_EQ(thrown_by([&] { locks.evict(name); }), errc::invalid_name);
    }
    EXPECT_TRUE(locks.mutex(std::string(512, 'x')).try_lock());
    EXPECT_TRUE(locks.mutex("日本語 / ☃").try_lock());
}

TEST_F(Sync, BadOptionsAreRefused) {
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.mutex("n", {.lease = 0ms})); }), errc::invalid_option);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.mutex("n", {.wait = -1ms})); }), errc::invalid_option);
    EXPECT_EQ(thrown_by([&] { static_cast<void>(locks.mutex("n", {.min_hold = 48h})); }),
              errc::invalid_option);
    EXPECT_EQ(opening(url, {.connect_timeout = 0ms}), errc::invalid_option);
    EXPECT_EQ(opening(url, {.flush_timeout = -1ms}), errc::invalid_option);
}

TEST_F(Sync, TheLongestLabelIsAccepted) {
    const std::string label(128, '&');
    const auto h = locks.mutex("n", {.label = label}).acquire();
    EXPECT_EQ(elsewhere.inspect("n").at(0).who.note, label);
}

TEST_F(Sync, BadUrlsAreRefused) {
    EXPECT_EQ(opening("nonsense"), errc::invalid_url);
    EXPECT_EQ(opening("memori:x"), errc::invalid_url);
    EXPECT_EQ(opening("memory:x?colour=red"), errc::invalid_url);
    EXPECT_EQ(opening("memory:%00"), errc::invalid_url);
}

TEST_F(Sync, AnEmptyUrlMeansTheEnvironmentsChoice) {
    ::setenv("INTERLOCK_ENGINE", "memory:chosen by the environment", 1);
    EXPECT_EQ(client{}.where(), "memory:chosen by the environment");
    ::setenv("INTERLOCK_ENGINE", "nonsense", 1);
    EXPECT_EQ(opening(""), errc::invalid_url);
    ::unsetenv("INTERLOCK_ENGINE");
}

}  // namespace
}  // namespace interlock::test
