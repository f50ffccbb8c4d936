// SPDX-License-Identifier: Apache-2.0
// The one rule of the line: a claim may have a name if no earlier live claim conflicts with it there.
#pragma once

#include <interlock/engine/types.hpp>

#include <cstdint>

namespace interlock::core {

/// What stands before a claim on one name: holders, and those earlier in line. A holder that waits to become
/// the only one counts as exclusive for all others.
class ahead {
public:
    void add(mode how, std::uint32_t permits) noexcept {
        if (how == mode::exclusive) exclusive_ = true;
        if (how == mode::shared) shared_ = true;
        if (how == mode::upgradeable) upgradeable_ = true;
        if (how == mode::permits) permits_ += permits;
    }

    /// Whether a claim for `wanted` has to wait behind these. A limit of 0 is to be replaced by the stored
    /// one before.
    [[nodiscard]] bool blocks(const port::item& wanted) const noexcept {
        if (exclusive_) return true;
        switch (wanted.how) {
            case mode::exclusive:
                return shared_ || upgradeable_ || permits_ > 0;
            case mode::shared:
                return permits_ > 0;
            case mode::upgradeable:
                return upgradeable_ || permits_ > 0;
            case mode::permits:
                return shared_ || upgradeable_ || permits_ + wanted.permits > wanted.limit;
        }
        return true;
    }

    /// Nothing behind an exclusive claim can be granted: a walk along the line may end here.
    [[nodiscard]] bool blocks_everything() const noexcept { return exclusive_; }

private:
    bool exclusive_ = false;
    bool shared_ = false;
    bool upgradeable_ = false;
    std::uint64_t permits_ = 0;
};

}  // namespace interlock::core
