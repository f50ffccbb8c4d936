// SPDX-License-Identifier: Apache-2.0
// Who waits for whom: what the search for cycles asks the table.
#pragma once

#include "core/deadlock.hpp"
#include "engines/memory/lock_table.hpp"

namespace interlock::memory {

class crowd final : public core::standings {
public:
    crowd(const lock_table& table, boot_clock::time_point now) : table_{table}, now_{now} {}

    [[nodiscard]] std::vector<core::stander> on(const std::string& name, std::size_t most) override;
    [[nodiscard]] std::vector<std::string> names_of(const port::owner_id& claim) override;
    [[nodiscard]] std::vector<port::owner_id> waiting_with(const port::owner_id& hold,
                                                           std::size_t most) override;

private:
    const lock_table& table_;
    boot_clock::time_point now_;
};

}  // namespace interlock::memory
