// SPDX-License-Identifier: Apache-2.0
// Where a benchmark puts its files.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace bench {

inline std::filesystem::path fresh_folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "interlock-bench-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error{"cannot make a folder in " + pattern};
    return pattern;
}

}  // namespace bench
