// SPDX-License-Identifier: Apache-2.0
// Turns the words of the command line into an invocation, by the command table.
#pragma once

#include "invocation.hpp"

#include <string>
#include <vector>

namespace cli {

/// What is to be done: run the command, or show help (for the program if `call.command` is null).
struct request {
    enum class kind { command, help, version } what = kind::command;
    invocation call;
};

/// Reads the words after the program's name. Throws `usage_error`.
[[nodiscard]] request parse(std::vector<std::string> words);

}  // namespace cli
