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

}  // namespace cli
