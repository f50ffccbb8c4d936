// SPDX-License-Identifier: Apache-2.0
// Notices when the file is removed or replaced, without opening it.
#pragma once

#include <string>

namespace interlock::sqlite {

/// Best effort: where it is not possible there is always news.
class file_watch {
public:
    file_watch() = default;
    file_watch(const file_watch&) = delete;
    file_watch& operator=(const file_watch&) = delete;
    ~file_watch() { close(); }

    void open(const std::string& path) noexcept;
    void close() noexcept;
    /// Readable when something happened to the file; -1 if it cannot be watched.
    [[nodiscard]] int descriptor() const noexcept { return inotify_; }
    /// Whether something may have happened to the file since the last call. Takes the news off. The kernel
    /// queues it in the very step that removes the file, so this costs less than a look at the path and
    /// misses nothing but a renamed folder above it.
    [[nodiscard]] bool news() const noexcept;

private:
    int inotify_ = -1;
};

}  // namespace interlock::sqlite
