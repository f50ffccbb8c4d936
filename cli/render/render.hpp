// SPDX-License-Identifier: Apache-2.0
// Texts made from the command table: help, man page, completions.
#pragma once

#include "table.hpp"

#include <string>
#include <string_view>

namespace cli {

[[nodiscard]] std::string version_line();
[[nodiscard]] std::string help_for_program();
[[nodiscard]] std::string help_for(const command_spec& command);
[[nodiscard]] std::string man_page();
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();
[[nodiscard]] std::string fish_completion();

/// "interlock run NAME [options] -- COMMAND…", without markup.
[[nodiscard]] std::string synopsis(const command_spec& command);

/// "--wait D" or "--json".
[[nodiscard]] std::string spelling(const option_spec& option);

/// Breaks `text` into lines of at most `width` columns, each but the first indented.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent, std::size_t width = 79);

/// `text` with every `from` replaced by `to`.
[[nodiscard]] std::string replaced(std::string_view text, std::string_view from, std::string_view to);

}  // namespace cli
