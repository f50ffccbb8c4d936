// SPDX-License-Identifier: Apache-2.0
// Notices when the file is removed or replaced, without opening it.
#include "engines/sqlite/file_watch.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>

namespace interlock::sqlite {

void file_watch::open(const std::string& path) noexcept {
    close();
    inotify_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (inotify_ < 0) return;
    // While SQLite has it open, a removed file is not deleted: only its link count changes (IN_ATTRIB).
    if (::inotify_add_watch(inotify_, path.c_str(), IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF) < 0) close();
}

void file_watch::close() noexcept {
    if (inotify_ >= 0) ::close(inotify_);
    inotify_ = -1;
}

bool file_watch::news() const noexcept {
    if (inotify_ < 0) return true;
    alignas(inotify_event) std::array<char, 4096> buffer;
    bool any = false;
    while (::read(inotify_, buffer.data(), buffer.size()) > 0) any = true;
    return any;
}

}  // namespace interlock::sqlite
