// SPDX-License-Identifier: Apache-2.0
// A file of which each version is stamped with a fence, and pointed to.
#include <interlock/error.hpp>
#include <interlock/fencing.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "core/name.hpp"
#include "runtime/whole_file.hpp"

namespace interlock {
inline namespace v0 {
namespace {

constexpr std::size_t fence_digits = 20;  // Of the largest number of 64 bits.
constexpr std::size_t suffix_digits = 16;
constexpr std::size_t stamp_length = 1 + fence_digits + 1 + suffix_digits;
constexpr std::size_t longest_file_name = 255;
constexpr std::string_view lock_ending = ".lock";
constexpr int most_looks = 100;

std::string stamped(const std::string& base, std::uint64_t fence) {
    auto digits = std::to_string(fence);
    digits.insert(0, fence_digits - digits.size(), '0');
    return base + "." + digits + "." + runtime::unique_suffix();
}

/// The whole of `text` as a number.
std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (wrong != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// The fence of a version of `base`; `nullopt` if `name` is something else, which is left alone.
std::optional<std::uint64_t> fence_in(std::string_view name, std::string_view base) {
    if (name.size() != base.size() + stamp_length || !name.starts_with(base)) return std::nullopt;
    const auto stamp = name.substr(base.size());
    const auto suffix = stamp.substr(1 + fence_digits + 1);
    const bool formed = stamp[0] == '.' && stamp[1 + fence_digits] == '.' &&
                        suffix.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    return formed ? number(stamp.substr(1, fence_digits)) : std::nullopt;
}

[[noreturn]] void refuse_path(const std::string& path, const std::string& remedy) {
    throw error{fail(errc::invalid_option, "path: '" + path + "' " + remedy)};
}

/// `room`: for what is put behind the name.
void check_path(const std::string& path, std::size_t room) {
    const auto base = path.substr(path.rfind('/') + 1);
    if (base.empty() || base == "." || base == "..")
        refuse_path(path, "names no file; give the path of the file itself");
    if (!core::is_utf8(path) || core::has_control(path))
        refuse_path(path, "has control characters or is no UTF-8; rename the file");
    if (base.size() > longest_file_name - room)
        refuse_path(path, "has too long a name, which needs room for a stamp; shorten it to " +
                              std::to_string(longest_file_name - room) + " bytes");
}

struct pointed {
    std::uint64_t fence = 0;
    std::string name{};
};

/// What a pointer file says: `fence name` and the end of the line.
std::optional<pointed> look_up(const std::string& path) {
    const auto text = runtime::read_file(path);
    if (!text) return std::nullopt;
    const auto blank = text->find(' ');
    const auto fence = number(std::string_view{*text}.substr(0, blank));
    if (!fence || blank == std::string::npos || text->size() < blank + 3 || text->back() != '\n') {
        throw error{fail(errc::refused,
                         "pointer: '" + path + "' is no pointer file; it is left alone. Move it away")};
    }
    return pointed{*fence, text->substr(blank + 1, text->size() - blank - 2)};
}

void point(const std::string& path, const std::string& name, std::uint64_t fence) {
    const runtime::file_lock alone{path + std::string{lock_ending}};
    const auto now = look_up(path);
    if (now && now->fence > fence) {
        throw error{fail(errc::stale, "'" + path + "' was set with fence " + std::to_string(now->fence) +
                                          ", which is newer than " + std::to_string(fence))};
    }
    runtime::replace_file(path, std::to_string(fence) + " " + name + "\n");
}

}  // namespace

version_pointer point_by_file(std::string path) {
    check_path(path, lock_ending.size());
    return {[path](const std::string& name, std::uint64_t fence) { point(path, name, fence); },
            [path]() -> std::optional<std::string> {
                auto now = look_up(path);
                if (!now) return std::nullopt;
                return std::move(now->name);
            }};
}

fenced_file::fenced_file(std::string path) : fenced_file{path, point_by_file(path + ".current")} {}

fenced_file::fenced_file(std::string path, version_pointer current) : current_{std::move(current)} {
    check_path(path, stamp_length);
    if (!current_.publish || !current_.read)
        throw error{fail(errc::invalid_option, "current: a version_pointer needs both of its functions")};
    const auto name = path.rfind('/') + 1;  // 0 if there is no slash.
    folder_ = path.substr(0, name);
    base_ = path.substr(name);
}

void fenced_file::write(std::string_view content, std::uint64_t fence) {
    if (fence == 0) throw error{fail(errc::invalid_option, "fence: 0 is none; give the hold's fence()")};
    const auto replaced = current_.read();
    const auto name = stamped(base_, fence);
    runtime::write_new_file(beside(name), content);
    publish(name, fence);
    remove_older(replaced, fence);
}

void fenced_file::write(std::string_view content, std::uint64_t fence, std::error_code& ec) noexcept {
    try {
        ec.clear();
        write(content, fence);
    } catch (const std::system_error& why) {
        ec = why.code();
    } catch (const std::bad_alloc&) {
        ec = std::make_error_code(std::errc::not_enough_memory);
    }
}

/// Only a version that was surely not published may be removed at once.
void fenced_file::publish(const std::string& name, std::uint64_t fence) {
    try {
        current_.publish(name, fence);
    } catch (const error& why) {
        if (why.code() == errc::stale) runtime::remove_file(beside(name));
        throw;
    }
}

/// Who wrote with a lower fence can no longer publish it. Of the same fence only the version that was current
/// before is surely done with. Failures leave files for the next write.
void fenced_file::remove_older(const std::optional<std::string>& replaced, std::uint64_t fence) const {
    std::error_code ignored;
    std::filesystem::directory_iterator entry{folder_.empty() ? "." : folder_, ignored};
    for (; !ignored && entry != std::filesystem::directory_iterator{}; entry.increment(ignored)) {
        const auto name = entry->path().filename().string();
        const auto its = fence_in(name, base_);
        if (its && (*its < fence || (*its == fence && name == replaced))) runtime::remove_file(beside(name));
    }
}

std::string fenced_file::beside(const std::string& name) const { return folder_ + name; }

std::optional<std::string> fenced_file::current_path() const {
    const auto name = current_.read();
    if (!name) return std::nullopt;
    if (!fence_in(*name, base_))
        throw error{fail(errc::refused, "pointer: '" + *name + "' is no version of '" + base_ + "'")};
    return beside(*name);
}

std::optional<std::string> fenced_file::read() const {
    std::optional<std::string> missing;
    for (int look = 0; look < most_looks; ++look) {
        const auto path = current_path();
        if (!path) return std::nullopt;
        if (auto content = runtime::read_file(*path)) return content;
        // Replaced and removed since it was looked up; that can be only if the pointer has moved on.
        if (path == missing) throw error{fail(errc::refused, "'" + *path + "' is missing; write it again")};
        missing = path;
    }
    throw error{fail(errc::unavailable, "'" + folder_ + base_ + "' is replaced faster than it can be read")};
}

}  // namespace v0
}  // namespace interlock
