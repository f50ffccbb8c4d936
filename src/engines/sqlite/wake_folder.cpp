// SPDX-License-Identifier: Apache-2.0
// The folder beside the file: home of the wake-up sockets, and the lock under which the file is opened.
#include "engines/sqlite/wake_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace interlock::sqlite {

std::string wake_folder(const std::string& path) { return path + "-wake"; }

int open_wake_folder(const std::string& path, mode_t permissions) noexcept {
    const mode_t group = (permissions & S_IWGRP) != 0 ? S_IRWXG : 0;
    const mode_t others = (permissions & S_IWOTH) != 0 ? S_IRWXO : 0;
    const auto folder = wake_folder(path);
    ::mkdir(folder.c_str(), S_IRWXU);
    // Sticky: nobody removes another's socket. Fails, as it should, for all but the folder's owner.
    ::chmod(folder.c_str(), S_ISVTX | S_IRWXU | group | others);
    return ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

opening_lock::opening_lock(const std::string& path, const std::function<bool(int tries)>& wait)
    : path_{path} {
    for (int tries = 0; !try_once() && wait(tries); ++tries) {
    }
}

opening_lock::~opening_lock() {
    if (folder_ >= 0) ::close(folder_);
}

/// True when the lock is held or cannot be had at all.
bool opening_lock::try_once() {
    struct stat file {};
    const mode_t permissions = ::stat(path_.c_str(), &file) == 0 ? file.st_mode : S_IRUSR | S_IWUSR;
    folder_ = open_wake_folder(path_, permissions);
    if (folder_ < 0) return true;
    struct stat opened {};
    struct stat named {};
    const bool locked = ::flock(folder_, LOCK_EX | LOCK_NB) == 0;
    // The folder itself may have been removed and made anew meanwhile.
    if (locked && ::fstat(folder_, &opened) == 0 && ::stat(wake_folder(path_).c_str(), &named) == 0 &&
        opened.st_ino == named.st_ino) {
        return true;
    }
    ::close(folder_);
    folder_ = -1;
    return false;
}

void opening_lock::clear_remains() const noexcept {
    struct stat file {};
    if (folder_ < 0 || ::stat(path_.c_str(), &file) == 0 || errno != ENOENT) return;
    ::unlink((path_ + "-wal").c_str());
    ::unlink((path_ + "-shm").c_str());
}

void opening_lock::clear_sockets() const noexcept {
    if (folder_ < 0) return;
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator{wake_folder(path_), ignored}) {
        if (each.is_socket(ignored)) std::filesystem::remove(each.path(), ignored);
    }
}

}  // namespace interlock::sqlite
