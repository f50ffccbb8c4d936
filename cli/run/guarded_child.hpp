// SPDX-License-Identifier: Apache-2.0
// The process that runs the user's command: made before the lock is asked for, let go when it is held.
#pragma once

#include "posix/signals.hpp"
#include "posix/unique_fd.hpp"

#include <sys/types.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cli {

/// A process that waits at a gate until the lock is held, then becomes the user's command.
///
/// It is forked before the lock is asked for: once that is granted, only an exec separates the command from
/// its start. Threads of the library may be there when a second one is made, for a second term of a leader;
/// the C library lets the new process allocate and set variables all the same. If the tool dies, the
/// process goes too: before the start because its gate closes, afterwards by TERM from the kernel.
class guarded_child {
public:
    /// What it will be.
    struct plan {
        const std::vector<std::string>& command;
        const std::vector<std::string>& lock_names;  ///< Those it will run under, at least one.
        const signal_setting& signals;               ///< As they were before the tool took any for itself.
        bool leading = false;                        ///< Its fence is a leader's term.
        int output = -1;                             ///< Its standard output; negative: that of the tool.
    };
    explicit guarded_child(const plan& what);
    guarded_child(const guarded_child&) = delete;
    guarded_child& operator=(const guarded_child&) = delete;
    /// Kills what still runs.
    ~guarded_child();

    /// Runs the command with the fences, one for each name, in its environment. Returns 0, or the error
    /// number of the exec.
    [[nodiscard]] int start(std::span<const std::uint64_t> fences);

    /// Sends a signal to the command's whole process group.
    void send(int signal) const noexcept;

    /// What happened to the command since the last call: its exit code, or the signal that stopped it.
    struct change {
        enum class kind { ended, stopped } what;
        int value;
    };
    [[nodiscard]] std::optional<change> take_change() noexcept;

    /// Whether any process of the command's group is left.
    [[nodiscard]] bool group_alive() const noexcept;

    [[nodiscard]] pid_t group() const noexcept { return pid_; }

private:
    pid_t pid_ = -1;
    bool ended_ = false;
    unique_fd gate_;
    unique_fd exec_error_;
};

}  // namespace cli
