// SPDX-License-Identifier: Apache-2.0
// Who this process is, for labels.
#include "runtime/identity.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace interlock::runtime {

label this_process() {
    char host[256] = "localhost";
    ::gethostname(host, sizeof host - 1);
    return {.host = std::string{host}.substr(0, 64),
            .program = std::string{program_invocation_short_name}.substr(0, 64),
            .pid = ::getpid()};
}

std::uint64_t this_thread_number() noexcept {
    static std::atomic<std::uint64_t> last{0};
    thread_local const std::uint64_t mine = ++last;
    return mine;
}

}  // namespace interlock::runtime
