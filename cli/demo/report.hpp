// SPDX-License-Identifier: Apache-2.0
// What the demonstration's workers tell their director: fixed-size records over one pipe.
#pragma once

#include <climits>
#include <cstdint>

namespace cli::demo {

enum class report_kind : std::uint32_t {
    waiting,   ///< Asks for the lock.
    acquired,  ///< Has it; `fence`.
    paused,    ///< Told to hold still; has read the counter (`value`) but not written.
    wrote,     ///< The store accepted `value`.
    rejected,  ///< The store refused `value` because it had seen a newer fence; it held `other`.
    lost,      ///< The library signalled the loss of `fence`.
    released,  ///< Is about to give the lock back.
    failed,    ///< Something unforeseen; `text`.
};

/// One record. Small enough that a pipe takes it in one piece, whoever else writes at the same time.
struct report {
    report_kind kind = report_kind::waiting;
    std::uint32_t worker = 0;
    std::uint64_t fence = 0;
    std::uint64_t value = 0;
    std::uint64_t other = 0;
    std::int64_t at_ns = 0;  ///< On the boot clock.
    char text[160] = {};
};
static_assert(sizeof(report) <= PIPE_BUF);

/// Descriptors and commands agreed between director and worker. End of file on `control_fd`: finish.
inline constexpr int control_fd = 0;
inline constexpr int report_fd = 3;
inline constexpr char hold_still = 'h';
inline constexpr char go_on = 'g';

/// The lock that everything is about.
inline constexpr const char* lock_name = "demo/counter";

}  // namespace cli::demo
