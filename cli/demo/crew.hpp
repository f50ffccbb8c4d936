// SPDX-License-Identifier: Apache-2.0
// The demonstration's worker processes: started, killed, frozen, thawed, dismissed.
#pragma once

#include "demo/report.hpp"
#include "posix/unique_fd.hpp"

#include <sys/types.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cli::demo {

/// Owns the workers; whatever happens, none outlives it.
class crew {
public:
    /// Starts one worker for each name.
    crew(const std::vector<std::string>& names, const std::string& engine, const std::string& store);
    crew(const crew&) = delete;
    crew& operator=(const crew&) = delete;
    ~crew();

    /// Readable when a report has come, or when all workers have ended.
    [[nodiscard]] int fd() const noexcept { return reports_.get(); }

    /// The next report; nothing when all workers have ended. *Requires:* `fd()` is readable.
    [[nodiscard]] std::optional<report> take();

    void command(std::size_t worker, char what) const noexcept;
    void kill(std::size_t worker) noexcept;
    void freeze(std::size_t worker) const noexcept;
    void thaw(std::size_t worker) const noexcept;
    /// Asks all to finish their turn and end.
    void dismiss() noexcept;

    [[nodiscard]] pid_t pid(std::size_t worker) const noexcept { return members_[worker].pid; }

private:
    struct member {
        pid_t pid = -1;
        bool reaped = false;
        unique_fd control;
    };
    void start(member& who, const std::vector<std::string>& words, int report_end);

    std::vector<member> members_;
    unique_fd reports_;
};

}  // namespace cli::demo
