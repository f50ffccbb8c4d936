// SPDX-License-Identifier: Apache-2.0
// A child process holds nothing of its parent's and may start afresh.
#include "unit/memory/port_client.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace interlock::test {
namespace {

/// What `in_child` returns, from a forked process.
template <class Work>
int exit_code_of(Work in_child) {
    const auto pid = ::fork();
    if (pid == 0) ::_exit(in_child());
    int state = 0;
    ::waitpid(pid, &state, 0);
    return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

TEST(memory_fork, a_child_is_told_that_the_engine_is_its_parents) {
    manual_world world{1};
    port_client a{"memory:fork", world};
    const auto held = a.ask("x");
    const auto code = exit_code_of([&] {
        const bool refused = (*a.ask("y").answer)->why.code == errc::forked;
        const bool kept = a.release(held.owner) == port::status::error;
        a->close();
        return refused && kept ? 7 : 1;
    });
    EXPECT_EQ(code, 7);
    EXPECT_EQ(a.release(held.owner), port::status::done) << "the parent still holds";
}

TEST(memory_fork, a_child_may_open_a_store_of_its_own_under_the_same_name) {
    manual_world world{1};
    port_client a{"memory:fork", world};
    const auto held = a.ask("x");
    const auto code = exit_code_of([&] {
        manual_world anew{2};
        port_client child{"memory:fork", anew};
        return child.ask("x").granted() ? 7 : 1;
    });
    EXPECT_EQ(code, 7);
}

}  // namespace
}  // namespace interlock::test
