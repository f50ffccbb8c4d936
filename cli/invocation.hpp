// SPDX-License-Identifier: Apache-2.0
// What the user asked for, checked against the command table.
#pragma once

#include "table.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// One call of the tool. Options are asked for by their name in the table.
class invocation {
public:
    const command_spec* command = nullptr;
    std::map<std::string, std::string, std::less<>>
        values;                        ///< Options given, flags as "true", and arguments.
    std::vector<std::string> several;  ///< All values of the argument that may come several times.
    std::vector<std::string> child;    ///< What stands after `--`.

    [[nodiscard]] bool flag(std::string_view name) const { return values.contains(name); }

    /// The value of an option or argument; empty if not given.
    [[nodiscard]] std::string text(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> find(std::string_view name) const;

    /// *Requires:* checked before (`check`).
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(std::string_view name) const;
    [[nodiscard]] std::optional<std::uint64_t> number(std::string_view name) const;
};

/// Throws `usage_error` naming the first value that does not fit its place in the table.
void check(const invocation& call);

/// The same if there is no command after `--`, for commands of the tool that do not always need one.
void check_command(const invocation& call);

}  // namespace cli
