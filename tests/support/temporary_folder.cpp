// SPDX-License-Identifier: Apache-2.0
// A folder that goes with the test.
#include "support/temporary_folder.hpp"

#include <stdlib.h>

#include <cerrno>
#include <system_error>

namespace interlock::test {

temporary_folder::temporary_folder() {
    auto pattern = (std::filesystem::temp_directory_path() / "interlock-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr)
        throw std::system_error{errno, std::generic_category(), "mkdtemp " + pattern};
    path_ = pattern;
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;  // A folder left behind in /tmp is no reason to fail a test.
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace interlock::test
