// SPDX-License-Identifier: Apache-2.0
// Wake-up calls between processes: one datagram socket a session, in a folder beside the file.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "engines/rows/types.hpp"

namespace interlock::sqlite {

/// A call that was heard. It says only where to look: anybody who may write the file may send anything.
struct hint {
    rows::push::kind what;
    rows::owner_id owner;
    std::string cell;
};

/// Sockets are named by session in `PATH-wake/`. They are reached through `/proc/self/fd/FOLDER/NAME`,
/// because a socket's address has room for 107 bytes only and the path of a file may be longer.
class doorbell {
public:
    doorbell() = default;
    doorbell(const doorbell&) = delete;
    doorbell& operator=(const doorbell&) = delete;
    ~doorbell() { abandon(); }

    /// Best effort: without it, waiting claims are served by the slow re-check alone. Whoever may write the
    /// file, by its `permissions`, may ring.
    void open(const std::string& path, mode_t permissions, const rows::owner_id& self) noexcept;
    /// Removes the socket.
    void close() noexcept;
    /// Closes descriptors only: in a forked child, where the socket is the parent's.
    void abandon() noexcept;

    /// To be watched for calls; -1 if there is none.
    [[nodiscard]] int descriptor() const noexcept { return socket_; }

    enum class rung { heard, gone };
    /// Calls a session. `gone`: nobody has its socket open any more.
    rung ring(const rows::push& call) const noexcept;

    /// The calls that wait, `most` at a time.
    [[nodiscard]] std::vector<hint> hear(std::size_t most) const;

    /// Removes the socket of a session that is dead.
    void forget(const rows::owner_id& session) const noexcept;

private:
    int folder_ = -1;
    int socket_ = -1;
    rows::owner_id self_{};
};

}  // namespace interlock::sqlite
