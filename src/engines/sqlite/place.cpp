// SPDX-License-Identifier: Apache-2.0
// Where the file is, and whether locks may live there.
#include "engines/sqlite/place.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace interlock::sqlite {
namespace {

[[noreturn]] void refuse(errc code, const std::string& message) {
    throw refusal{fail(code, "sqlite: " + message)};
}

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string{value};
}

/// Like `mkdir -p`, but for this user alone.
void make_private_folders(const std::filesystem::path& folder) {
    std::filesystem::path made;
    for (const auto& part : folder) {
        made /= part;
        if (::mkdir(made.c_str(), 0700) != 0 && errno != EEXIST && errno != EROFS && errno != EACCES) {
            refuse(errc::unavailable, "cannot create folder " + made.string() + ": " + std::strerror(errno));
        }
    }
}

std::string default_path() {
    auto state = variable("XDG_STATE_HOME");
    if (state.empty() || state.front() != '/') {
        const auto home = variable("HOME");
        if (home.empty()) {
            refuse(errc::unavailable,
                   "no file given and neither XDG_STATE_HOME nor HOME is set; "
                   "set one of them or write sqlite:/path/to/file");
        }
        state = home + "/.local/state";
    }
    make_private_folders(state + "/interlock");
    return state + "/interlock/locks.db";
}

void check_file(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
        if (errno == ENOENT) return;
        refuse(errc::unavailable, "cannot look at " + path + ": " + std::strerror(errno));
    }
    if (!S_ISREG(found.st_mode)) refuse(errc::refused, path + " is not a plain file; give another path");
    if (::faccessat(AT_FDCWD, path.c_str(), R_OK | W_OK, AT_EACCESS) != 0) {
        refuse(errc::refused, path + " cannot be read and written by this user (" + std::strerror(errno) +
                                  "); locking writes to it, so change its permissions or give another path");
    }
}

/// The same for every spelling of it: locks across engines are taken in the order of these.
std::string real_path(const std::string& given, std::error_code& failed) {
    const auto whole = std::filesystem::absolute(given, failed);
    return failed ? std::string{} : std::filesystem::weakly_canonical(whole, failed).string();
}

}  // namespace

settings read_settings(const port::url& where) try {
    if (!where.hosts.empty() || !where.user.empty() || !where.password.empty()) {
        throw error{
            fail(errc::invalid_url, "engine URL: sqlite has no host; write sqlite:PATH or sqlite:///PATH")};
    }
    settings out;
    if (const auto option = where.options.find("synchronous"); option != where.options.end()) {
        if (option->second != "normal" && option->second != "full") {
            throw error{fail(errc::invalid_url,
                             "engine URL: synchronous must be normal or full, not '" + option->second + "'")};
        }
        out.durable = option->second == "full";
    }
    std::error_code failed;
    out.path = where.path.empty() ? default_path() : real_path(where.path, failed);
    if (failed) refuse(errc::unavailable, "cannot tell the working folder: " + failed.message());
    return out;
} catch (const refusal& refused) {
    throw error{refused.why};
}

const char* unsafe_file_system(long type) noexcept {
    switch (static_cast<unsigned long>(type) & 0xFFFFFFFFUL) {
        case 0x6969:
            return "NFS";
        case 0x517B:
            return "SMB";
        case 0xFF534D42:
            return "CIFS";
        case 0xFE534D42:
            return "SMB2";
        case 0x0BD00BD0:
            return "Lustre";
        case 0x47504653:
            return "GPFS";
        case 0x00C36400:
            return "Ceph";
        case 0x01021997:
            return "9p";
        case 0x5346414F:
        case 0x6B414653:
            return "AFS";
        case 0x73757245:
            return "Coda";
        case 0x7461636F:
            return "OCFS2";
        case 0x01161970:
            return "GFS2";
        case 0x65735546:
            return "FUSE";
        default:
            return nullptr;
    }
}

void check_place(const std::string& path) {
    const auto folder = std::filesystem::path{path}.parent_path().string();
    struct statfs system {};
    if (::statfs(folder.c_str(), &system) != 0) {
        refuse(errc::unavailable, "cannot use folder " + folder + ": " + std::strerror(errno) +
                                      "; create it or give another path");
    }
    if (const char* const name = unsafe_file_system(static_cast<long>(system.f_type)); name != nullptr) {
        refuse(errc::refused, folder + " is on " + name +
                                  ", where file locks do not reach all users; "
                                  "give a path on a local disk");
    }
    if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
        refuse(errc::refused, "folder " + folder + " cannot be written by this user (" +
                                  std::strerror(errno) +
                                  "); SQLite keeps files beside the database, so give a writable folder");
    }
    check_file(path);
}

}  // namespace interlock::sqlite
