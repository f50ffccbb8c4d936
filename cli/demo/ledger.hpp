// SPDX-License-Identifier: Apache-2.0
// Keeps account of what really happened in the demonstration and draws the verdict from it.
#pragma once

#include "demo/report.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace cli::demo {

struct verdict {
    std::uint64_t acquisitions = 0;
    std::uint64_t handovers = 0;     ///< Successive holds of different workers.
    std::uint64_t losses = 0;        ///< Told by the library to the holder.
    std::uint64_t rejected = 0;      ///< Writes that the store refused.
    std::uint64_t overlaps = 0;      ///< Holds that began before the one before had ended.
    std::uint64_t acknowledged = 0;  ///< Writes that the store accepted and the worker reported.
    std::uint64_t counter = 0;       ///< What the file holds.
    std::uint64_t failures = 0;

    [[nodiscard]] std::int64_t updates_lost() const noexcept {
        return static_cast<std::int64_t>(acknowledged) - static_cast<std::int64_t>(counter);
    }
    [[nodiscard]] bool proven() const noexcept;
};

class ledger {
public:
    void note(const report& what);

    /// The director has killed or frozen `worker`; from `at_ns` on its hold does nothing.
    void silenced(std::uint32_t worker, std::int64_t at_ns);

    [[nodiscard]] verdict judge(std::uint64_t counter) const;

    /// When the hold after `fence` began; nothing if there is none yet.
    [[nodiscard]] std::optional<std::int64_t> succeeded_at(std::uint64_t fence) const;
    [[nodiscard]] std::uint64_t acknowledged() const noexcept { return acknowledged_; }

private:
    struct holding {
        std::uint32_t worker = 0;
        std::int64_t begin_ns = 0;
        std::optional<std::int64_t> end_ns;
    };
    void end(holding& which, std::int64_t at_ns) const;

    std::map<std::uint64_t, holding> holdings_;  // By fence, and so in the order of the grants.
    std::uint64_t losses_ = 0;
    std::uint64_t rejected_ = 0;
    std::uint64_t acknowledged_ = 0;
    std::uint64_t failures_ = 0;
};

/// The verdict as lines of text.
[[nodiscard]] std::string text_of(const verdict& found);

}  // namespace cli::demo
