// SPDX-License-Identifier: Apache-2.0
// Who this process is, for labels.
#pragma once

#include <interlock/claim.hpp>

#include <cstdint>

namespace interlock::runtime {

/// Host name, program name and process id.
[[nodiscard]] label this_process();

/// A number for this thread that no other thread of the process ever has.
[[nodiscard]] std::uint64_t this_thread_number() noexcept;

}  // namespace interlock::runtime
