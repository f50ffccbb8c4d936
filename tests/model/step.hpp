// SPDX-License-Identifier: Apache-2.0
// One step of a random sequence of engine operations.
#pragma once

#include "support/manual_time.hpp"

#include <interlock/engine/types.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace interlock::model {

using std::chrono::milliseconds;

inline constexpr int clients = 3;

enum class kind {
    acquire,
    repeat,
    release,
    withdraw,
    renew,
    convert,
    resize,
    evict,
    write,
    watch,
    unwatch,
    leave,
    advance
};

/// Whole in itself, so that steps can be left out of a sequence: a step that refers to one left out
/// does nothing.
struct step {
    kind what = kind::advance;
    int id = 0;      ///< Its own number: claims, writes and watches are known by it.
    int client = 0;  ///< Who does it; what refers to a claim or watch is done by its client.
    int target = 0;  ///< The `acquire` or `watch` that it refers to.
    port::claim claim{};
    mode to = mode::exclusive;   ///< To convert to; `claim` tells whether it waits and refuses cycles.
    std::uint32_t limit = 0;     ///< To resize to.
    std::vector<int> holding{};  ///< The claims that the waiting thread holds.
    std::string name{};          ///< Of a lock to evict or resize, or of a cell.
    std::optional<std::string> value{};      ///< To write.
    std::optional<std::uint64_t> version{};  ///< Expected by a write, or known by a watch.
    std::uint64_t fence = 0;
    milliseconds time{0};  ///< Lease to renew, time to keep, or how far the clock moves.
};

/// A sequence that only depends on the seed.
[[nodiscard]] std::vector<step> draw_steps(std::uint64_t seed, int count);

/// For people, one line.
[[nodiscard]] std::string to_text(const step& one);

}  // namespace interlock::model
