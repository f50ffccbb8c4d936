// SPDX-License-Identifier: Apache-2.0
// Engines found by scheme.
#include <interlock/engine.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include "support/manual_host.hpp"

namespace interlock::port {
namespace {

url last_opened;

std::unique_ptr<engine> remember(const url& where, const context&) {
    last_opened = where;
    return nullptr;
}

struct Registry : testing::Test {
    Registry() {
        register_engine({.scheme = "testing",
                         .summary = "an engine for this test",
                         .options = {{"colour", "of no use"}, {"depth", "neither"}},
                         .open = remember});
    }
    std::string refusal(const char* text) {
        try {
            static_cast<void>(open_engine(url::parse(text), host.context()));
        } catch (const error& e) {
            EXPECT_EQ(e.code(), errc::invalid_url);
            return e.what();
        }
        return {};
    }
    test::manual_world world{1};
    test::manual_host& host = world.add_host();
};

TEST_F(Registry, OpensByScheme) {
    EXPECT_EQ(refusal("testing:place?colour=red"), "");
    EXPECT_EQ(last_opened.path, "place");
    EXPECT_EQ(last_opened.options.at("colour"), "red");
}

TEST_F(Registry, SuggestsTheNearestScheme) {
    EXPECT_NE(refusal("testign:x").find("did you mean 'testing'?"), std::string::npos);
    EXPECT_NE(refusal("zzz:x").find("no engine for scheme 'zzz' in this program; known are"),
              std::string::npos);
}

TEST_F(Registry, SuggestsTheNearestOption) {
    EXPECT_NE(refusal("testing:x?color=red").find("has no option 'color'; did you mean 'colour'?"),
              std::string::npos);
    EXPECT_NE(refusal("testing:x?zzz=1").find("known are colour, depth"), std::string::npos);
}

TEST_F(Registry, ListsEnginesByScheme) {
    const auto all = engines();
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                               [](const auto& a, const auto& b) { return a.scheme < b.scheme; }));
    const auto count =
        std::count_if(all.begin(), all.end(), [](const auto& e) { return e.scheme == "testing"; });
    EXPECT_EQ(count, 1) << "registering again replaces";
}

}  // namespace
}  // namespace interlock::port
