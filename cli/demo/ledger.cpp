// SPDX-License-Identifier: Apache-2.0
// The account and the verdict.
#include "demo/ledger.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <iterator>

namespace cli::demo {

bool verdict::proven() const noexcept {
    return updates_lost() == 0 && counter > 0 && rejected > 0 && losses > 0 && overlaps == 0 && failures == 0;
}

void ledger::note(const report& what) {
    switch (what.kind) {
        case report_kind::acquired:
            holdings_[what.fence] = {what.worker, what.at_ns, {}};
            break;
        case report_kind::wrote:
            ++acknowledged_;
            break;
        case report_kind::rejected:
            ++rejected_;
            break;
        case report_kind::lost:
            ++losses_;
            end(holdings_[what.fence], what.at_ns);
            break;
        case report_kind::released:
            end(holdings_[what.fence], what.at_ns);
            break;
        case report_kind::failed:
            ++failures_;
            break;
        case report_kind::waiting:
        case report_kind::paused:
            break;
    }
}

void ledger::end(holding& which, std::int64_t at_ns) const {
    which.end_ns = std::min(which.end_ns.value_or(at_ns), at_ns);
}

void ledger::silenced(std::uint32_t worker, std::int64_t at_ns) {
    for (auto& [fence, which] : holdings_) {
        if (which.worker == worker && !which.end_ns) end(which, at_ns);
    }
}

std::optional<std::int64_t> ledger::succeeded_at(std::uint64_t fence) const {
    const auto next = holdings_.upper_bound(fence);
    if (next == holdings_.end()) return std::nullopt;
    return next->second.begin_ns;
}

verdict ledger::judge(std::uint64_t counter) const {
    verdict found{.acquisitions = holdings_.size(),
                  .losses = losses_,
                  .rejected = rejected_,
                  .acknowledged = acknowledged_,
                  .counter = counter,
                  .failures = failures_};
    const holding* before = nullptr;
    for (const auto& [fence, which] : holdings_) {
        if (before != nullptr) {
            if (before->worker != which.worker) ++found.handovers;
            if (!before->end_ns || *before->end_ns > which.begin_ns) ++found.overlaps;
        }
        before = &which;
    }
    return found;
}

std::string text_of(const verdict& found) {
    return fmt::format(
        "acquisitions: {}\n"
        "hand-overs: {}\n"
        "overlapping holds: {}\n"
        "losses signalled: {}\n"
        "stale writes rejected: {}\n"
        "counter: {} after {} acknowledged increments\n"
        "updates lost: {}\n",
        found.acquisitions, found.handovers, found.overlaps, found.losses, found.rejected, found.counter,
        found.acknowledged, found.updates_lost());
}

}  // namespace cli::demo
