// SPDX-License-Identifier: Apache-2.0
// Engine URLs taken apart.
#include <interlock/engine/registry.hpp>

#include <gtest/gtest.h>

namespace interlock::port {
namespace {

/// The message that `text` is refused with; empty if it is accepted.
std::string refusal(std::string_view text) {
    try {
        static_cast<void>(url::parse(text));
        return {};
    } catch (const error& e) {
        EXPECT_EQ(e.code(), errc::invalid_url);
        EXPECT_TRUE(std::string_view{e.what()}.starts_with("engine URL: ")) << e.what();
        return e.what();
    }
}

bool refused_for(std::string_view text, std::string_view reason) {
    return refusal(text).find(reason) != std::string::npos;
}

TEST(Url, OfAFile) {
    const auto u = url::parse("sqlite:/var/lib/a%20b.db?busy=5&mode=x%26y");
    EXPECT_EQ(u.scheme, "sqlite");
    EXPECT_EQ(u.path, "/var/lib/a b.db");
    EXPECT_TRUE(u.hosts.empty());
    EXPECT_EQ(u.options.at("busy"), "5");
    EXPECT_EQ(u.options.at("mode"), "x&y");
    EXPECT_TRUE(url::parse("memory:").path.empty());
}

TEST(Url, OfAServer) {
    const auto u = url::parse("redis://me:p%40ss@a.example:6379/3?db=1");
    EXPECT_EQ(u.user, "me");
    EXPECT_EQ(u.password, "p@ss");
    ASSERT_EQ(u.hosts.size(), 1U);
    EXPECT_EQ(u.hosts[0].host, "a.example");
    EXPECT_EQ(u.hosts[0].port, 6379);
    EXPECT_EQ(u.path, "/3");
    EXPECT_EQ(u.options.at("db"), "1");
}

TEST(Url, OfSeveralHosts) {
    const auto u = url::parse("etcd://a:1,b,[::1]:2,[fe80::2]");
    ASSERT_EQ(u.hosts.size(), 4U);
    EXPECT_EQ(u.hosts[0].port, 1);
    EXPECT_EQ(u.hosts[1].host, "b");
    EXPECT_EQ(u.hosts[1].port, 0) << "the engine's default";
    EXPECT_EQ(u.hosts[2].host, "::1");
    EXPECT_EQ(u.hosts[2].port, 2);
    EXPECT_EQ(u.hosts[3].host, "fe80::2");
}

TEST(Url, WithoutHostsIsLeftToTheEngine) {
    EXPECT_TRUE(url::parse("redis://").hosts.empty());
    EXPECT_EQ(url::parse("postgres:///locks").path, "/locks");
}

TEST(Url, NamesThePartThatIsWrong) {
    EXPECT_TRUE(refused_for("", "no scheme"));
    EXPECT_TRUE(refused_for("/tmp/file", "no scheme"));
    EXPECT_TRUE(refused_for(":x", "no scheme"));
    EXPECT_TRUE(refused_for("SQL:x", "scheme 'SQL'"));
    EXPECT_TRUE(refused_for("a b:x", "scheme 'a b'"));
    EXPECT_TRUE(refused_for("sqlite:a%zz", "path has a broken % encoding"));
    EXPECT_TRUE(refused_for("redis://%z@h", "user has a broken % encoding"));
    EXPECT_TRUE(refused_for("redis://u:%z@h", "password has a broken % encoding"));
    EXPECT_TRUE(refused_for("redis://h%2", "host has a broken % encoding"));
    EXPECT_TRUE(refused_for("redis://a,,b", "host is empty"));
    EXPECT_TRUE(refused_for("redis://,a", "host is empty"));
    EXPECT_TRUE(refused_for("redis://a,", "host is empty"));
    EXPECT_TRUE(refused_for("redis://:6379", "host is empty"));
    EXPECT_TRUE(refused_for("redis://[]:1", "host is empty"));
    EXPECT_TRUE(refused_for("redis://[::1", "closing ]"));
    EXPECT_TRUE(refused_for("redis://[::1]x", "after ]"));
    EXPECT_TRUE(refused_for("sqlite:x?novalue", "options after ?"));
    EXPECT_TRUE(refused_for("sqlite:x?a=1&a=2", "options after ?"));
    EXPECT_TRUE(refused_for(std::string(4097, 'a'), "longer than 4096"));
}

TEST(Url, RefusesBadPorts) {
    for (const auto* bad : {"redis://a:", "redis://a:0", "redis://a:65536", "redis://a:-1", "redis://a:1x",
                            "redis://a:b:c", "redis://[::1]:"}) {
        EXPECT_TRUE(refused_for(bad, "port is not a number from 1 to 65535")) << bad;
    }
}

TEST(Url, RefusesControlCharactersPlainAndEncoded) {
    EXPECT_TRUE(refused_for("sqlite:a\nb", "control characters"));
    EXPECT_TRUE(refused_for("sqlite:\xFF", "not UTF-8"));
    EXPECT_TRUE(refused_for("sqlite:/tmp/a%00b", "control character")) << "would open another file";
    EXPECT_TRUE(refused_for("redis://h%0a", "control character"));
    EXPECT_TRUE(refused_for("sqlite:x?mode=%00", "control character"));
}

TEST(Url, IsShownWithoutSecrets) {
    EXPECT_EQ(url::parse("redis://me:secret@h:1/2").redacted(), "redis://me:***@h:1/2");
    EXPECT_EQ(url::parse("redis://:secret@h").redacted(), "redis://:***@h");
    EXPECT_EQ(url::parse("redis://me@h").redacted(), "redis://me@h");
    EXPECT_EQ(url::parse("redis://[::1]:1,b").redacted(), "redis://[::1]:1,b");
    EXPECT_EQ(url::parse("etcd://h?password=x&auth_token=y&ttl=3").redacted(),
              "etcd://h?auth_token=***&password=***&ttl=3");
    EXPECT_EQ(url::parse("sqlite:/a/b?x=1").redacted(), "sqlite:/a/b?x=1");
}

TEST(Url, ItsErrorsShowNoPartOfAPassword) {
    for (const auto* text : {"redis://me:hun/ter2@h", "redis://me:hun%ter2@h", "redis://me:hunter2@[h",
                             "redis://me:hunter2@h:x", "redis://me:hunter2@h?x"}) {
        const auto shown = refusal(text);
        EXPECT_FALSE(shown.empty()) << text;
        EXPECT_EQ(shown.find("hun"), std::string::npos) << shown;
    }
}

}  // namespace
}  // namespace interlock::port
