// SPDX-License-Identifier: Apache-2.0
// The resource in fault tests: a counter in a file that refuses writers with an outdated fence.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace interlock::test {

/// Adding one takes two steps, as for any remote resource: read, then write what was read plus one. Only the
/// lock keeps two processes from reading the same value, and only the fence keeps out one that was frozen in
/// between. `accepted` counts the writes themselves, in the same atomic step; an update is lost if it
/// differs.
class guarded_counter {
public:
    struct content {
        std::uint64_t value = 0;
        std::uint64_t accepted = 0;
        std::uint64_t fence = 0;
    };

    explicit guarded_counter(const std::string& path)
        : fd_{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)} {
        if (fd_ < 0) throw std::runtime_error{"cannot open " + path};
    }
    guarded_counter(const guarded_counter&) = delete;
    guarded_counter& operator=(const guarded_counter&) = delete;
    ~guarded_counter() { ::close(fd_); }

    [[nodiscard]] content read() const {
        content out;
        static_cast<void>(::pread(fd_, &out, sizeof out, 0));
        return out;
    }

    /// False if a newer holder has written before.
    bool write(std::uint64_t value, std::uint64_t fence) {
        ::flock(fd_, LOCK_EX);
        auto now = read();
        const bool current = fence >= now.fence;
        if (current) {
            now = {value, now.accepted + 1, fence};
            static_cast<void>(::pwrite(fd_, &now, sizeof now, 0));
        }
        ::flock(fd_, LOCK_UN);
        return current;
    }

    /// Whether nobody is inside `write` at this moment. A process that was frozen there stops all others,
    /// lock or no lock: the resource's own affair.
    [[nodiscard]] bool idle() const {
        const bool locked = ::flock(fd_, LOCK_EX | LOCK_NB) == 0;
        if (locked) ::flock(fd_, LOCK_UN);
        return locked;
    }

private:
    int fd_;
};

}  // namespace interlock::test
