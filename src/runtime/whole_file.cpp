// SPDX-License-Identifier: Apache-2.0
// Files that are written and read as a whole.
#include "runtime/whole_file.hpp"

#include <interlock/error.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

#include "runtime/entropy.hpp"

namespace interlock::runtime {
namespace {

[[noreturn]] void give_up(std::string_view what, const std::string& path) {
    const auto why = std::error_code{errno, std::generic_category()}.message();
    throw error{fail(errc::unavailable, "cannot " + std::string{what} + " '" + path + "': " + why)};
}

class open_file {
public:
    /// Empty if there is no such file and none was to be made.
    open_file(const std::string& path, int how)
        : file_{::open(path.c_str(), how | O_CLOEXEC, 0666)}, path_{path} {
        if (file_ < 0 && (errno != ENOENT || (how & O_CREAT) != 0)) give_up("open", path);
    }
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    ~open_file() {
        if (file_ >= 0) ::close(file_);
    }
    [[nodiscard]] explicit operator bool() const noexcept { return file_ >= 0; }

    void write(std::string_view content) const {
        while (!content.empty()) {
            const auto put = ::write(file_, content.data(), content.size());
            if (put < 0 && errno == EINTR) continue;
            if (put < 0) give_up("write", path_);
            content.remove_prefix(static_cast<std::size_t>(put));
        }
    }
    [[nodiscard]] std::string read() const {
        std::string out;
        std::array<char, 64 * 1024> block{};
        while (true) {
            const auto got = ::read(file_, block.data(), block.size());
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) give_up("read", path_);
            if (got == 0) return out;
            out.append(block.data(), static_cast<std::size_t>(got));
        }
    }
    void sync() const {
        if (::fsync(file_) != 0) give_up("bring to disk", path_);
    }

private:
    int file_;
    const std::string& path_;
};

/// A new or replaced name is safe once its folder is.
void sync_folder_of(const std::string& path) {
    const auto slash = path.rfind('/');
    const auto folder = slash == std::string::npos ? std::string{"."} : path.substr(0, slash + 1);
    const open_file at{folder, O_RDONLY | O_DIRECTORY};
    if (!at) give_up("open", folder);
    at.sync();
}

void fill(const std::string& path, int how, std::string_view content) {
    const open_file to{path, how | O_WRONLY | O_CREAT};
    try {
        to.write(content);
        to.sync();
    } catch (const error&) {
        ::unlink(path.c_str());
        throw;
    }
}

}  // namespace

void write_new_file(const std::string& path, std::string_view content) {
    fill(path, O_EXCL, content);
    sync_folder_of(path);
}

void replace_file(const std::string& path, std::string_view content) {
    const auto fresh = path + ".new";
    fill(fresh, O_TRUNC, content);
    if (std::rename(fresh.c_str(), path.c_str()) != 0) give_up("replace", path);
    sync_folder_of(path);
}

std::optional<std::string> read_file(const std::string& path) {
    const open_file from{path, O_RDONLY};
    if (!from) return std::nullopt;
    return from.read();
}

void remove_file(const std::string& path) noexcept { ::unlink(path.c_str()); }

std::string unique_suffix() { return system_entropy{}.draw_id().hex().substr(0, 16); }

file_lock::file_lock(const std::string& path)
    : file_{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)} {
    if (file_ < 0) give_up("open", path);
    while (::flock(file_, LOCK_EX) != 0) {
        if (errno == EINTR) continue;
        const int why = errno;
        ::close(file_);
        errno = why;
        give_up("lock", path);
    }
}

file_lock::~file_lock() {
    // Said explicitly, because a process forked meanwhile has the same open file.
    ::flock(file_, LOCK_UN);
    ::close(file_);
}

}  // namespace interlock::runtime
