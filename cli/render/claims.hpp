// SPDX-License-Identifier: Apache-2.0
// Claims as people and programs read them.
#pragma once

#include <interlock/claim.hpp>
#include <string>
#include <vector>

namespace cli {

/// "backup[312]@host" with the note, if any, in brackets behind it.
[[nodiscard]] std::string describe(const interlock::label& who);

/// "held by … since 12 s", or "in line after others" if nobody holds it at this moment.
[[nodiscard]] std::string describe_holders(const std::vector<interlock::claim_info>& claims);

/// A table with a heading; empty if there are no claims.
[[nodiscard]] std::string claims_table(const std::vector<interlock::claim_info>& claims);

/// A JSON array, one object for each claim.
[[nodiscard]] std::string claims_json(const std::vector<interlock::claim_info>& claims);

/// Claims that wait for each other in a circle.
using cycles = std::vector<std::vector<interlock::claim_info>>;

/// A table for each cycle, under a line that counts them; empty if there is none.
[[nodiscard]] std::string cycles_table(const cycles& all);

/// A JSON array of arrays as `claims_json` makes them.
[[nodiscard]] std::string cycles_json(const cycles& all);

}  // namespace cli
