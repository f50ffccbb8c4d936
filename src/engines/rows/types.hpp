// SPDX-License-Identifier: Apache-2.0
// What a lease-row store keeps: one row for each name of a claim, one for each cell, one for each session.
#pragma once

#include <interlock/engine/types.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::rows {

using port::owner_id;

/// A moment on the store's clock, counted from an origin that only the store knows.
using instant = std::chrono::microseconds;

enum class state : std::uint8_t {
    waiting = 0,  ///< In line. Never expires by itself.
    offered = 1,  ///< Given by somebody else's step, on a short lease until the owner's first renewal.
    held = 2,
    kept = 3,       ///< Released, but stays taken until it expires (minimum hold time).
    upgrading = 4,  ///< Held, and waits for the other holders to leave. Stands before them, on ticket 0.
};

/// One name of one claim.
struct claim_row {
    std::string name{};
    state at = state::waiting;
    std::uint64_t ticket = 0;  ///< Place in line, the same on every name of the claim.
    owner_id owner{};
    mode how = mode::exclusive;
    std::uint32_t permits = 1;
    std::uint32_t limit = 1;  ///< The same in all rows of a name.
    std::chrono::microseconds lease{0};
    instant expires{0};
    instant since{0};  ///< Granted, or began to wait.
    std::uint64_t fence = 0;
    owner_id session{};  ///< Whom to tell.
    std::string label{};
    std::uint32_t index = 0;  ///< Which name of the claim this is …
    std::uint32_t count = 1;  ///< … of how many.
};

/// Where a row stands in the queue of its name: holders first, then those in line.
struct place {
    std::int64_t part = -1;
    std::uint64_t ticket = 0;
    owner_id owner{};
};
inline constexpr place queue_start{};
inline constexpr place line_start{.part = 1};

[[nodiscard]] inline place place_of(const claim_row& row) {
    return {.part = row.at == state::waiting ? 1 : 0, .ticket = row.ticket, .owner = row.owner};
}

[[nodiscard]] inline port::item item_of(const claim_row& row) {
    return {.name = row.name, .how = row.how, .permits = row.permits, .limit = row.limit};
}

/// What others have to reckon with: who waits to become the only holder lets nobody in.
[[nodiscard]] inline mode counted(const claim_row& row) {
    return row.at == state::upgrading ? mode::exclusive : row.how;
}

/// Has a lease that its owner renews.
[[nodiscard]] inline bool is_hold(const claim_row& row) {
    return row.at == state::held || row.at == state::offered || row.at == state::upgrading;
}

struct cell_row {
    std::string name{};
    port::cell now{};
    owner_id writer{};  ///< The request that wrote last.
};

/// Something to tell a client once the transaction is committed. Only a hint: the client reads the store.
struct push {
    enum class kind : std::uint8_t { granted = 1, contended = 2, lost = 3, cell = 4 };
    kind what = kind::granted;
    owner_id session{};
    owner_id owner{};    ///< Except for cells.
    std::string cell{};  ///< The cell's name.
};

/// What a transaction leaves to do after its commit.
struct effects {
    std::vector<push> pushes{};
    std::vector<std::string>
        unfinished{};  ///< Names whose queue was too long for one step: settle them again.
};

}  // namespace interlock::rows
