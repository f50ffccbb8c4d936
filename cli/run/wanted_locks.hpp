// SPDX-License-Identifier: Apache-2.0
// Which locks a run takes, and how people are told of them.
#pragma once

#include "invocation.hpp"

#include <interlock/client.hpp>
#include <interlock/multi_lock.hpp>
#include <string>
#include <vector>

namespace cli {

/// One request for each NAME, in the order given. Throws `usage_error` if the options do not go together.
[[nodiscard]] std::vector<interlock::lock_request> wanted_locks(const invocation& call);

/// "'a'", or "'a', 'b'".
[[nodiscard]] std::string quoted(const std::vector<std::string>& names);

/// Who has them, for messages; never a reason to fail.
[[nodiscard]] std::string who_holds(interlock::client& locks, const std::vector<std::string>& names);

}  // namespace cli
