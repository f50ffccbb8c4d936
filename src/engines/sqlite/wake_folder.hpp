// SPDX-License-Identifier: Apache-2.0
// The folder beside the file: home of the wake-up sockets, and the lock under which the file is opened.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace interlock::sqlite {

/// `PATH-wake/`.
[[nodiscard]] std::string wake_folder(const std::string& path);

/// Opens the folder, made with the rights that writers of the file have, by its `permissions`. -1: failed.
[[nodiscard]] int open_wake_folder(const std::string& path, mode_t permissions) noexcept;

/// One process at a time opens or makes the file: so that what a removed file left behind (its log and shared
/// memory, which a new file must never see) can be cleared away without hurting a file just made.
class opening_lock {
public:
    /// `wait` pauses a moment and says whether to go on. Without the lock, if it cannot be had, the file is
    /// opened all the same, but nothing is cleared.
    opening_lock(const std::string& path, const std::function<bool(int tries)>& wait);
    ~opening_lock();
    opening_lock(const opening_lock&) = delete;
    opening_lock& operator=(const opening_lock&) = delete;

    /// If there is no file at `path`: removes the log and shared memory of one that was removed in use.
    void clear_remains() const noexcept;
    /// Removes all sockets: after a new start of the machine, when all who had them are gone.
    void clear_sockets() const noexcept;

private:
    [[nodiscard]] bool try_once();

    std::string path_;
    int folder_ = -1;
};

}  // namespace interlock::sqlite
