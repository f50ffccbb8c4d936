// SPDX-License-Identifier: Apache-2.0
// A file descriptor that closes itself.
#pragma once

#include <unistd.h>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace cli {

class unique_fd {
public:
    unique_fd() noexcept = default;
    explicit unique_fd(int fd) noexcept : fd_{fd} {}
    unique_fd(unique_fd&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
    unique_fd& operator=(unique_fd&& other) noexcept {
        std::swap(fd_, other.fd_);
        other.close();
        return *this;
    }
    ~unique_fd() { close(); }

    [[nodiscard]] int get() const noexcept { return fd_; }
    [[nodiscard]] explicit operator bool() const noexcept { return fd_ >= 0; }
    void close() noexcept {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }

private:
    int fd_ = -1;
};

/// Throws the operating system's error if `result` is negative; else hands it on.
inline int checked(int result, const char* what) {
    if (result < 0) throw std::system_error{errno, std::generic_category(), what};
    return result;
}

struct pipe_ends {
    unique_fd read;
    unique_fd write;
};

/// A pipe that programs started from here do not inherit.
[[nodiscard]] pipe_ends make_pipe();

/// Waits until `fd` is readable or `milliseconds` are over (negative: for ever); true if readable.
[[nodiscard]] bool wait_readable(int fd, int milliseconds);

}  // namespace cli
