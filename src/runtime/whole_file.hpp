// SPDX-License-Identifier: Apache-2.0
// Files that are written and read as a whole, and are safely on disk before anybody relies on them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

// All throw `error` `errc::unavailable`, which names the file and what the system said, unless told
// otherwise.
namespace interlock::runtime {

/// Writes a file that does not exist yet, and waits until the disk has it and its name.
void write_new_file(const std::string& path, std::string_view content);

/// Puts a complete new file in the place of `path` in one step. Only one caller at a time.
void replace_file(const std::string& path, std::string_view content);

/// All of the file; `nullopt` if there is none.
[[nodiscard]] std::optional<std::string> read_file(const std::string& path);

/// Removes it if it is there and can be removed.
void remove_file(const std::string& path) noexcept;

/// 16 hexadecimal digits that nobody else has drawn.
[[nodiscard]] std::string unique_suffix();

/// Keeps others out, threads and processes of this host, while it lives. The file stays behind: to remove it
/// would let two in.
class file_lock {
public:
    /// Waits for it.
    explicit file_lock(const std::string& path);
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;
    ~file_lock();

private:
    int file_;
};

}  // namespace interlock::runtime
