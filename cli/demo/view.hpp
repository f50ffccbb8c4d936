// SPDX-License-Identifier: Apache-2.0
// Shows the demonstration: redrawn in place on a terminal, as lines of text elsewhere.
#pragma once

#include "demo/ledger.hpp"
#include "demo/report.hpp"

#include <chrono>
#include <deque>
#include <interlock/clock.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cli::demo {

enum class style { plain, live };

/// A fence by its last digits: in one short story they tell all that differs.
[[nodiscard]] std::string brief(std::uint64_t fence);

class view {
public:
    view(const std::vector<std::string>& names, style how);
    view(const view&) = delete;
    view& operator=(const view&) = delete;
    ~view();

    /// Follows what the workers tell.
    void note(const report& what);

    /// What the director did to a worker: "killed", "frozen", or empty if it is free again.
    void mark(std::size_t worker, std::string_view fate);

    /// A sentence of the story.
    void say(const std::string& sentence);

    /// Brings the screen up to date; in plain style a line of progress now and then.
    void draw();

    /// The last word.
    void conclude(const verdict& found);

private:
    struct worker_line {
        std::string name;
        std::string fate;
        bool holding = false;
        bool waiting = false;
        std::uint64_t turns = 0;
    };
    [[nodiscard]] std::chrono::milliseconds elapsed() const;
    [[nodiscard]] std::string stamp() const;
    [[nodiscard]] std::string row_of(const worker_line& who) const;
    [[nodiscard]] std::string place_of(const worker_line& who) const;
    [[nodiscard]] std::string painted(std::string_view colour, std::string_view text) const;
    [[nodiscard]] std::vector<std::string> screen() const;
    void redraw();

    style style_;
    interlock::boot_clock::time_point begin_;
    interlock::boot_clock::time_point drawn_;
    std::vector<worker_line> workers_;
    std::vector<std::size_t> line_;  // Who waits, in the order of asking.
    std::deque<std::string> sentences_;
    std::uint64_t fence_ = 0;
    std::uint64_t counter_ = 0;
    std::size_t height_ = 0;
};

}  // namespace cli::demo
