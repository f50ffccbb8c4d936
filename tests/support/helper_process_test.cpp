// SPDX-License-Identifier: Apache-2.0
// Helper processes do what the fault tests rely on.
#include "support/helper_process.hpp"

#include <gtest/gtest.h>
#include <signal.h>

namespace interlock::test {
namespace {

using std::chrono::milliseconds;

TEST(helper_process, answers_line_by_line_and_ends_with_its_input) {
    helper_process cat{{"/bin/cat"}};
    EXPECT_TRUE(cat.say("one"));
    EXPECT_TRUE(cat.say("two"));
    EXPECT_EQ(cat.hear(), "one");
    EXPECT_EQ(cat.hear(), "two");
    cat.finish_talking();
    EXPECT_EQ(cat.wait(), 0);
}

TEST(helper_process, tells_its_exit_code) {
    helper_process shell{{"/bin/sh", "-c", "exit 70"}};
    EXPECT_EQ(shell.wait(), 70);
}

TEST(helper_process, is_silent_while_frozen_and_speaks_when_thawed) {
    helper_process cat{{"/bin/cat"}};
    EXPECT_TRUE(cat.say("before"));
    EXPECT_EQ(cat.hear(), "before");
    cat.freeze();
    EXPECT_TRUE(cat.say("during"));
    EXPECT_EQ(cat.hear(milliseconds{50}), std::nullopt);
    cat.thaw();
    EXPECT_EQ(cat.hear(), "during");
}

TEST(helper_process, can_be_killed_at_once) {
    helper_process cat{{"/bin/cat"}};
    cat.kill_at_once();
    EXPECT_EQ(cat.wait(), 128 + SIGKILL);
    EXPECT_FALSE(cat.say("anybody there?"));
}

TEST(helper_process, that_does_not_exist_is_an_error) {
    EXPECT_THROW(helper_process{{"/nonexistent/helper"}}, std::system_error);
}

}  // namespace
}  // namespace interlock::test
