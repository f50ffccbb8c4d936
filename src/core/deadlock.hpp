// SPDX-License-Identifier: Apache-2.0
// Whether a claim that begins to wait would close a cycle of threads that wait for each other.
#pragma once

#include <interlock/engine/types.hpp>

#include <string>
#include <vector>

namespace interlock::core {

/// One claim on one name.
struct stander {
    enum class doing { holds, upgrades, waits };

    port::owner_id owner{};
    port::item what{};  ///< Permits with the limit that counts.
    doing now = doing::holds;
    std::string label{};  ///< As engines store it.
};

/// What the search asks a store. It asks for each name and each hold once.
class standings {
public:
    standings() = default;
    standings(const standings&) = delete;
    standings& operator=(const standings&) = delete;
    virtual ~standings() = default;

    /// The claims on `name` that do not end by themselves: holders, then those in line in their order; at
    /// most `most`.
    [[nodiscard]] virtual std::vector<stander> on(const std::string& name, std::size_t most) = 0;
    /// The names of a claim.
    [[nodiscard]] virtual std::vector<std::string> names_of(const port::owner_id& claim) = 0;
    /// The claims (in line, or upgrading) whose thread holds `hold` while it waits; at most `most`.
    [[nodiscard]] virtual std::vector<port::owner_id> waiting_with(const port::owner_id& hold,
                                                                   std::size_t most) = 0;
};

/// Who is about to wait: behind all others on its names if it does not stand there yet.
struct newcomer {
    port::owner_id owner{};
    std::vector<port::item> items{};
    std::vector<port::owner_id> holding{};  ///< By the thread that will wait.
    bool upgrading = false;                 ///< It holds its one name and waits for the other holders there.
};

/// A part of a cycle: `who` cannot have `name` before `whom` leaves it. The next part tells what `whom`, or
/// the thread that holds it, waits for.
struct wait {
    port::owner_id who{};
    std::string name{};
    stander whom{};
};

/// The cycle that the newcomer would close by waiting, from it and back to what it holds; empty if there is
/// none, or if more than 256 claims would have to be looked at.
[[nodiscard]] std::vector<wait> find_cycle(const newcomer& who, standings& seen);

/// `errc::deadlock` with the names and the people of the cycle. *Requires:* a cycle.
[[nodiscard]] failure refusal(const std::vector<wait>& cycle);

/// Two holders of `name` both want to become the only one: neither ever would.
[[nodiscard]] failure two_upgrades(const std::string& name);

}  // namespace interlock::core
