// SPDX-License-Identifier: Apache-2.0
// Looks after the running command: forwards signals, reacts to the loss of the lock, waits for the end.
#pragma once

#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "posix/terminal.hpp"
#include "run/captured_output.hpp"
#include "run/guarded_child.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <interlock/clock.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace cli {

enum class loss_action { terminate, warn };

class supervisor {
public:
    struct policy {
        loss_action on_lost = loss_action::terminate;
        std::chrono::milliseconds grace{10'000};
        captured_output* output = nullptr;  ///< Takes the command's output, if that is wanted.
    };

    /// What the command runs under.
    struct guard {
        std::string what;                   ///< For messages: "the lock 'a'".
        std::vector<std::uint64_t> fences;  ///< One for each name.
        std::stop_token lost;
    };

    /// What became of the command.
    struct ending {
        int code = exit_success;  ///< Its exit code, or why it was not started.
        bool started = true;
        bool lost = false;          ///< The guard was lost while it ran.
        std::optional<int> told{};  ///< The last signal to this process that asks programs to end.
    };

    supervisor(guarded_child& child, guard under, signal_source& signals, policy how);

    /// Starts the command and waits for its end. The guard is still the caller's.
    [[nodiscard]] ending run();

private:
    [[nodiscard]] ending exec_failed(int why);
    void supervise();
    void handle_signal(int signal);
    void handle_change(const guarded_child::change& seen);
    void handle_stop(int signal);
    void handle_loss();
    void kill_when_due();
    [[nodiscard]] bool finished() const noexcept;
    [[nodiscard]] int patience() const noexcept;
    [[nodiscard]] int output_fd() const noexcept;

    guarded_child& child_;
    guard under_;
    signal_source& signals_;
    policy how_;
    terminal_loan terminal_;
    unique_fd loss_event_;
    std::optional<int> ended_;
    std::optional<int> told_;
    bool lost_ = false;
    std::optional<interlock::boot_clock::time_point> kill_at_;
    std::stop_callback<std::function<void()>> on_loss_;  // Last: it may be called from the first moment on.
};

}  // namespace cli
