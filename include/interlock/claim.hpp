// SPDX-License-Identifier: Apache-2.0
/// @file
/// Words that claims are made of, and what an inspection shows of them.
#pragma once

#include <interlock/config.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interlock {
inline namespace v0 {

/// What a claim wants of a name. Exclusive conflicts with everything; shared claims go together; permits
/// go together up to the limit. Shared and permits conflict with each other. Upgradeable goes with shared
/// but not with another upgradeable: one reader that may become the writer.
enum class mode : std::uint8_t { exclusive = 0, shared = 1, permits = 2, upgradeable = 3 };

/// The mode as text: "exclusive", "shared", "permits", "upgradeable".
[[nodiscard]] INTERLOCK_API std::string_view to_string(mode how) noexcept;

/// In which order claims are served.
enum class order : std::uint8_t {
    /// First come, first served, across all processes. A newcomer never overtakes a waiting claim that it
    /// conflicts with.
    fair = 0,
    /// A newcomer may take a lock that is free at that moment although others wait for it. When it has
    /// to wait, it waits in line like the others.
    barging = 1,
};

/// Who made a claim: for people who look at `interlock status`, never compared to decide anything.
struct label {
    std::string host{};     ///< Host name of the claiming process.
    std::string program{};  ///< Base name of its executable.
    std::int64_t pid = 0;   ///< Its process id, in its own pid namespace.
    std::string note{};     ///< Free text from `lock_options::label`, at most 128 bytes.

    bool operator==(const label&) const = default;
};

/// One line of an inspection: one claim on one name.
struct claim_info {
    std::string name{};
    mode how = mode::exclusive;
    std::uint32_t permits = 1;   ///< Permits asked for (mode permits; else 1).
    bool holding = false;        ///< True: holds the name. False: waits for it.
    std::uint32_t position = 0;  ///< 0 for a holder; 1 for the first in line, and so on.
    label who{};
    std::uint64_t fence = 0;            ///< The holder's fence; 0 while waiting.
    std::chrono::milliseconds age{0};   ///< Since it was granted, or since it began to wait.
    std::chrono::milliseconds left{0};  ///< Of its lease, by the engine's clock; 0 while waiting.
    std::string id{};                   ///< Tells this claim from all others, on all its names the same.
    std::uint32_t limit = 1;            ///< All permits there are (mode permits; else 1).
    bool upgrading = false;             ///< A holder that waits to become the only one.
    /// While waiting (or upgrading): the ids of the claims that the waiting thread holds meanwhile.
    std::vector<std::string> meanwhile{};
};

}  // namespace v0
}  // namespace interlock
