// SPDX-License-Identifier: Apache-2.0
// Threads of the library receive no signals.
#include "runtime/background.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include <string>

namespace interlock::runtime {
namespace {

bool blocked(int signal) {
    sigset_t mask;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    return ::sigismember(&mask, signal) == 1;
}

TEST(Background, BlocksSignalsInTheThreadOnly) {
    bool there[3] = {};
    background("a-name", [&] {
        there[0] = blocked(SIGINT);
        there[1] = blocked(SIGTERM);
        there[2] = blocked(SIGCHLD);
    }).join();
    EXPECT_TRUE(there[0] && there[1] && there[2]);
    EXPECT_FALSE(blocked(SIGINT)) << "the starting thread is as before";
    EXPECT_FALSE(blocked(SIGTERM));
}

TEST(Background, NamesTheThread) {
    char name[16] = {};
    background("interlock-x", [&] { ::pthread_getname_np(::pthread_self(), name, sizeof name); }).join();
    EXPECT_STREQ(name, "interlock-x");
}

TEST(Background, KeepsWhatTheStarterHadBlocked) {
    sigset_t only;
    sigset_t before;
    ::sigemptyset(&only);
    ::sigaddset(&only, SIGUSR1);
    ::pthread_sigmask(SIG_BLOCK, &only, &before);
    background("x", [] {}).join();
    EXPECT_TRUE(blocked(SIGUSR1));
    EXPECT_FALSE(blocked(SIGUSR2));
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace
}  // namespace interlock::runtime
