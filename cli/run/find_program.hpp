// SPDX-License-Identifier: Apache-2.0
// Finds out whether a command can be run, before any lock is asked for.
#pragma once

#include "exit_code.hpp"

#include <optional>
#include <string>

namespace cli {

enum class program_state { executable, not_executable, not_found };

/// Looks `name` up as the shell does: by its path, or along PATH.
[[nodiscard]] program_state find_program(const std::string& name);

/// Tells the user if `name` cannot be run, and returns the exit code that says so.
[[nodiscard]] std::optional<exit_code> cannot_run(const std::string& name);

}  // namespace cli
