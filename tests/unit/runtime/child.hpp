// SPDX-License-Identifier: Apache-2.0
// Runs a piece of a test in a forked child.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

#include "support/waiting.hpp"

namespace interlock::test {

/// Forks, runs `work` in the child and returns the exit code that it gives; -1 if it crashed or hung. The
/// child leaves by `_exit` unless `work` ends it otherwise.
template <class Work>
int in_child(Work work) {
    const auto child = ::fork();
    if (child == 0) {
        ::alarm(15);  // A child that hangs is killed, and that is seen.
        ::_exit(work());
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace interlock::test
