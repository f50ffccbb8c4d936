// SPDX-License-Identifier: Apache-2.0
// A claim as the store keeps it, and the line of claims on one name.
#pragma once

#include "core/queue_rule.hpp"
#include "engines/memory/reply.hpp"

#include <interlock/engine/host.hpp>
#include <interlock/engine/types.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace interlock::memory {

struct member;

/// One claim: waits until it has fences, holds afterwards.
struct record {
    port::claim wanted;
    std::shared_ptr<member>
        client;                    ///< Null once nobody is to be told: kept after release, or client closed.
    std::uint64_t arrival = 0;     ///< Its place in every line that it stands in.
    boot_clock::time_point since;  ///< When it began to wait, then when it was granted.
    boot_clock::time_point expires;  ///< Once it holds.
    std::vector<std::uint64_t> fences{};
    std::shared_ptr<reply<port::acquire_answer>> pending{};  ///< Of a claim that had to wait.
    bool upgrading = false;                                  ///< Holds, and waits to become the only holder.
    std::shared_ptr<reply<port::acquire_answer>> upgrade{};  ///< Of a hold that had to wait for that.

    [[nodiscard]] bool holds() const noexcept { return !fences.empty(); }
};

/// One claim's place on one name.
struct place {
    std::shared_ptr<record> who;
    std::size_t index = 0;  ///< Which of the claim's items this is.

    [[nodiscard]] const port::item& what() const noexcept { return who->wanted.items[index]; }
    /// What others have to reckon with: who waits to become the only holder lets nobody in.
    [[nodiscard]] mode counted() const noexcept { return who->upgrading ? mode::exclusive : what().how; }
};

/// All claims on one name.
class line {
public:
    [[nodiscard]] bool empty() const noexcept { return holders.empty() && waiting.empty(); }

    /// What stands before a claim that arrives at `arrival`: the holders and those who wait longer.
    [[nodiscard]] core::ahead before(std::uint64_t arrival) const noexcept;
    [[nodiscard]] core::ahead held() const noexcept { return before(0); }

    void remove(const record& gone) noexcept;
    /// Moves a claim from the line to the holders.
    void admit(const record& granted);

    /// The holder that waits to become the only one; null if there is none.
    [[nodiscard]] std::shared_ptr<record> upgrader() const noexcept;
    /// When the first of the holders expires. *Requires:* there is one.
    [[nodiscard]] boot_clock::time_point first_expiry() const noexcept;

    std::vector<place> holders;  ///< In order of their grants.
    std::vector<place> waiting;  ///< In order of arrival.

    /// The timer that serves those who wait when a holder expires. It runs on the loop of the first of them.
    struct {
        std::shared_ptr<member> on;
        port::loop::id id = 0;
        boot_clock::time_point when;
    } alarm;
};

}  // namespace interlock::memory
