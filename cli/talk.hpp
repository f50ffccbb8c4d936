// SPDX-License-Identifier: Apache-2.0
// What the tool says to people: on standard error, never mixed with data.
#pragma once

#include <string_view>

namespace cli {

/// Silences `say`. Warnings and errors are still told.
void be_quiet() noexcept;

/// Something worth knowing.
void say(std::string_view message);
/// Something that went wrong but does not end the work.
void warn(std::string_view message);
/// Why the tool gives up.
void complain(std::string_view message);

/// Whether escape sequences may be written to `fd`: a terminal, and the user did not object.
[[nodiscard]] bool may_decorate(int fd);

/// Writes data to standard output. Throws `std::system_error` if it cannot be written, as on a full disk.
void print(std::string_view data);

}  // namespace cli
