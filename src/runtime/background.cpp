// SPDX-License-Identifier: Apache-2.0
// How the library starts a thread.
#include "runtime/background.hpp"

#include <pthread.h>
#include <signal.h>

#include <cstring>

namespace interlock::runtime::detail {

no_signals::no_signals() noexcept {
    static_assert(sizeof before_ >= sizeof(sigset_t));
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    std::memcpy(before_, &before, sizeof before);
}

no_signals::~no_signals() {
    sigset_t before;
    std::memcpy(&before, before_, sizeof before);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void name_this_thread(const char* name) noexcept { ::pthread_setname_np(::pthread_self(), name); }

}  // namespace interlock::runtime::detail
