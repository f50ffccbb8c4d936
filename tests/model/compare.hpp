// SPDX-License-Identifier: Apache-2.0
// Runs a sequence on an engine and on the model, and tells where they differ.
#pragma once

#include "model/step.hpp"

#include <functional>
#include <string>
#include <vector>

namespace interlock::model {

/// Makes the URL of a store that nobody used before.
using make_url = std::function<std::string()>;

/// The first difference, for people; empty if there is none.
[[nodiscard]] std::string find_difference(const std::vector<step>& steps, const make_url& tested);

/// Leaves out steps as long as a difference stays.
[[nodiscard]] std::vector<step> shorten(std::vector<step> steps, const make_url& tested);

/// Compares many sequences. Seeds come from INTERLOCK_SEED (one sequence, to repeat a failure), or start
/// at a number that the current time gives. Returns a full report on the first failure, else empty.
[[nodiscard]] std::string compare_many(const make_url& tested, int sequences, int steps);

}  // namespace interlock::model
