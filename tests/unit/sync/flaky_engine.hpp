// SPDX-License-Identifier: Apache-2.0
// The memory engine behind a bad line: answers to writes of cells can get lost.
#pragma once

#include <atomic>
#include <string>

namespace interlock::test {

/// Registers the scheme `flaky:`; `flaky:NAME` is `memory:NAME` with the faults that are set here.
struct flaky {
    flaky();

    /// So many of the next writes are carried out, but their answers get lost.
    static inline std::atomic<int> lost_answers{0};
    /// So many of the next writes get lost themselves.
    static inline std::atomic<int> lost_writes{0};
    /// Called after each write whose answer got lost; may be empty.
    static inline void (*meanwhile)() = nullptr;
};

}  // namespace interlock::test
