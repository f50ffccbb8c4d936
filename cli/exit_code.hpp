// SPDX-License-Identifier: Apache-2.0
// The tool's exit codes, after BSD's sysexits and the shell.
#pragma once

#include <stdexcept>
#include <system_error>

namespace cli {

enum exit_code : int {
    exit_success = 0,
    exit_negative = 1,
    exit_usage = 64,
    exit_unavailable = 69,
    exit_lost = 70,
    exit_internal = 71,
    exit_stale = 73,
    exit_not_acquired = 75,
    exit_not_executable = 126,
    exit_not_found = 127,
    exit_signal_base = 128,
};

/// The exit code that stands for a failure of the library.
[[nodiscard]] exit_code exit_code_of(const std::error_code& why) noexcept;

/// A signal ended a wait before there was a result.
struct interrupted {
    int signal;
};

/// The user asked for something that cannot be; `what()` says what and how to put it right.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace cli
