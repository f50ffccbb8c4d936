// SPDX-License-Identifier: Apache-2.0
/// @file
/// Cycles of threads that wait for each other, to be seen in an inspection.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/config.hpp>

#include <vector>

namespace interlock {
inline namespace v0 {

/// The cycles among `claims`, a list as `client::inspect()` gives it.
///
/// A claim that would close a cycle is refused with `errc::deadlock`, unless its caller said that it should
/// wait all the same (`lock_options::detect_deadlock`): those are the cycles to be found here. Each is given
/// once. Within a cycle each waiting (or upgrading) claim is followed by the one on the same name that it
/// waits for, and a hold by the claim that its thread waits for; the last leads back to the first.
///
/// The list should be whole: what it leaves out cannot be seen. Of an engine that does not tell who holds
/// what while it waits (`claim_info::meanwhile`) nothing is found.
///
/// *Errors:* none but `std::bad_alloc`. *Threads:* any; it looks at its argument alone.
[[nodiscard]] INTERLOCK_API std::vector<std::vector<claim_info>> find_deadlocks(
    const std::vector<claim_info>& claims);

}  // namespace v0
}  // namespace interlock
