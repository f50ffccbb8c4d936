// SPDX-License-Identifier: Apache-2.0
// Where the file is, and whether locks may live there.
#pragma once

#include <interlock/engine/registry.hpp>

#include <string>

namespace interlock::sqlite {

/// Thrown inside the engine: the file cannot be used, and why.
struct refusal {
    failure why;
};

/// What the URL asks for.
struct settings {
    std::string path;      ///< Absolute.
    bool durable = false;  ///< `synchronous=full`: every step survives a power cut.
};

/// Reads the URL; makes the folder of the default file. Throws `error`.
[[nodiscard]] settings read_settings(const port::url& where);

/// Throws `refusal` if the file or its folder cannot carry locks: missing, a network file system, not a
/// plain file, not writable. Never opens the file: closing it again would drop SQLite's own locks.
void check_place(const std::string& path);

/// The name of the file system if its file locks or shared memory do not reach every user of a file.
[[nodiscard]] const char* unsafe_file_system(long type) noexcept;

}  // namespace interlock::sqlite
