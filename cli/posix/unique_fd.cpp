// SPDX-License-Identifier: Apache-2.0
// Pipes and waiting on descriptors.
#include "posix/unique_fd.hpp"

#include <fcntl.h>
#include <poll.h>

namespace cli {

pipe_ends make_pipe() {
    int ends[2];
    checked(::pipe2(ends, O_CLOEXEC), "cannot make a pipe");
    return {unique_fd{ends[0]}, unique_fd{ends[1]}};
}

bool wait_readable(int fd, int milliseconds) {
    pollfd watched{.fd = fd, .events = POLLIN, .revents = 0};
    const int ready = ::poll(&watched, 1, milliseconds);
    if (ready < 0 && errno != EINTR) checked(ready, "cannot wait");
    return ready > 0;
}

}  // namespace cli
