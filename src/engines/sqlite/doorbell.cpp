// SPDX-License-Identifier: Apache-2.0
// Wake-up calls between processes: one datagram socket a session, in a folder beside the file.
#include "engines/sqlite/doorbell.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "engines/sqlite/wake_folder.hpp"

namespace interlock::sqlite {
namespace {

constexpr std::size_t longest_call = 1 + 512;  // A kind, and an owner or the name of a cell.

sockaddr_un address(int folder, const rows::owner_id& session) {
    sockaddr_un out{};
    out.sun_family = AF_UNIX;
    const auto path = "/proc/self/fd/" + std::to_string(folder) + "/" + session.hex();
    path.copy(out.sun_path, sizeof out.sun_path - 1);
    return out;
}

const sockaddr* plain(const sockaddr_un& where) { return reinterpret_cast<const sockaddr*>(&where); }

std::string encode(const rows::push& call) {
    std::string out(1, static_cast<char>(call.what));
    if (call.what == rows::push::kind::cell) return out + call.cell;
    return out.append(reinterpret_cast<const char*>(call.owner.bytes.data()), call.owner.bytes.size());
}

/// False for what no engine sends.
bool decode(const char* bytes, std::size_t size, hint& out) {
    if (size < 2 || bytes[0] < 1 || bytes[0] > 4) return false;
    out.what = static_cast<rows::push::kind>(bytes[0]);
    if (out.what == rows::push::kind::cell) {
        out.cell.assign(bytes + 1, size - 1);
        return true;
    }
    if (size != 1 + out.owner.bytes.size()) return false;
    std::memcpy(out.owner.bytes.data(), bytes + 1, out.owner.bytes.size());
    return true;
}

}  // namespace

void doorbell::open(const std::string& path, mode_t permissions, const rows::owner_id& self) noexcept {
    abandon();
    self_ = self;
    folder_ = open_wake_folder(path, permissions);
    if (folder_ < 0) return;
    socket_ = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    forget(self_);
    const auto mine = address(folder_, self_);
    if (socket_ < 0 || ::bind(socket_, plain(mine), sizeof mine) != 0) return abandon();
    ::fchmodat(folder_, self_.hex().c_str(), permissions & 0666, 0);
}

void doorbell::close() noexcept {
    if (socket_ >= 0) forget(self_);
    abandon();
}

void doorbell::abandon() noexcept {
    for (int* const fd : {&folder_, &socket_}) {
        if (*fd >= 0) ::close(*fd);
        *fd = -1;
    }
}

doorbell::rung doorbell::ring(const rows::push& call) const noexcept {
    if (socket_ < 0) return rung::heard;
    const auto where = address(folder_, call.session);
    const auto text = encode(call);
    if (::sendto(socket_, text.data(), text.size(), MSG_DONTWAIT, plain(where), sizeof where) >= 0) {
        return rung::heard;
    }
    // A full queue wakes the receiver as well, and it then looks at everything.
    return errno == ECONNREFUSED || errno == ENOENT ? rung::gone : rung::heard;
}

std::vector<hint> doorbell::hear(std::size_t most) const {
    std::vector<hint> out;
    std::array<char, longest_call> buffer{};
    for (std::size_t calls = 0; calls < most; ++calls) {
        const auto size = ::recv(socket_, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (size < 0) break;
        hint heard{};
        if (decode(buffer.data(), static_cast<std::size_t>(size), heard)) out.push_back(std::move(heard));
    }
    return out;
}

void doorbell::forget(const rows::owner_id& session) const noexcept {
    if (folder_ >= 0) ::unlinkat(folder_, session.hex().c_str(), 0);
}

}  // namespace interlock::sqlite
