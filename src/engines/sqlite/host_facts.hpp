// SPDX-License-Identifier: Apache-2.0
// What this engine must know of the machine and of processes on it.
#pragma once

#include <interlock/clock.hpp>

#include <cstdint>
#include <string>

namespace interlock::sqlite {

/// A process, so told that no later one with the same pid is taken for it.
struct process {
    std::int64_t pid = 0;
    std::uint64_t started = 0;        ///< Clock ticks after boot.
    std::uint64_t pid_namespace = 0;  ///< Pids of another namespace mean nothing here.

    bool operator==(const process&) const = default;
};

struct host_facts {
    std::string boot_id{};             ///< Another one after each start of the machine.
    boot_clock::duration boot_offset;  ///< How far this process's boot clock runs ahead of the host's.
    process self;
};

/// Throws `error` with `errc::unavailable` where /proc is missing.
[[nodiscard]] host_facts read_host_facts();

enum class life { alive, dead, unknown };

/// Whether a process still runs; `unknown` if it belongs to a namespace that cannot be seen from here.
[[nodiscard]] life look_for(const process& who, const process& self) noexcept;

/// A descriptor that becomes readable when `who` has ended, or -1 if there is none or it has ended.
/// The caller closes it.
[[nodiscard]] int open_process(const process& who, const process& self) noexcept;

}  // namespace interlock::sqlite
