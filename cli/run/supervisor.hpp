// SPDX-License-Identifier: Apache-2.0
// Looks after the running command: forwards signals, reacts to the loss of the lock, waits for the end.
#pragma once

#include "posix/signals.hpp"
#include "posix/terminal.hpp"
#include "run/guarded_child.hpp"

#include <chrono>
#include <interlock/clock.hpp>
#include <interlock/multi_lock.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cli {

enum class loss_action { terminate, warn };

class supervisor {
public:
    struct policy {
        loss_action on_lost = loss_action::terminate;
        std::chrono::milliseconds grace{10'000};
    };

    /// What the command runs under, with the names as the user gave them.
    struct locks {
        interlock::multi_hold& held;
        const std::vector<std::string>& names;
    };

    supervisor(guarded_child& child, locks under, signal_source& signals, policy how);

    /// Starts the command, waits for its end, releases the locks; returns the tool's exit code.
    [[nodiscard]] int run();

private:
    [[nodiscard]] int exec_failed(int why);
    void supervise();
    void handle_signal(int signal);
    void handle_change(const guarded_child::change& seen);
    void handle_stop(int signal);
    void handle_loss();
    void kill_when_due();
    [[nodiscard]] bool finished() const noexcept;
    [[nodiscard]] int patience() const noexcept;
    [[nodiscard]] int conclude();
    [[nodiscard]] std::string what_was_lost() const;

    guarded_child& child_;
    interlock::multi_hold& held_;
    const std::vector<std::string>& names_;
    signal_source& signals_;
    policy how_;
    terminal_loan terminal_;
    std::shared_ptr<unique_fd> loss_event_;
    std::optional<int> ended_;
    bool lost_ = false;
    std::optional<interlock::boot_clock::time_point> kill_at_;
};

}  // namespace cli
