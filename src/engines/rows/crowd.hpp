// SPDX-License-Identifier: Apache-2.0
// Who waits for whom, in rows: what the search for cycles asks.
#pragma once

#include "core/deadlock.hpp"
#include "engines/rows/store.hpp"

namespace interlock::rows {

class crowd final : public core::standings {
public:
    explicit crowd(store& rows) : rows_{rows} {}

    [[nodiscard]] std::vector<core::stander> on(const std::string& name, std::size_t most) override;
    [[nodiscard]] std::vector<std::string> names_of(const owner_id& claim) override;
    [[nodiscard]] std::vector<owner_id> waiting_with(const owner_id& hold, std::size_t most) override {
        return rows_.waiting_with(hold, most);
    }

private:
    store& rows_;
};

}  // namespace interlock::rows
