// SPDX-License-Identifier: Apache-2.0
// What the engine port's operations mean in rows: the same for every SQL store.
#pragma once

#include "core/deadlock.hpp"
#include "engines/rows/line.hpp"

namespace interlock::rows {

/// How an `acquire` or a conversion ended.
struct acquired {
    enum class verdict { granted, queued, busy, gone, refused };
    verdict what = verdict::refused;
    std::vector<std::uint64_t> fences{};  ///< Granted: in the claim's order.
    instant expires{0};                   ///< Granted to a conversion: as before it.
    bool contended = false;               ///< Granted: others wait for one of the names.
    /// Queued or busy: sessions that stand before it, the nearest 64. Refused: those of the cycle.
    std::vector<owner_id> ahead{};
    instant recheck = instant::max();  ///< Queued: when the first claim before it may expire.
    failure why{};                     ///< Refused.
};

struct renewed {
    bool held = false;
    bool contended = false;
};

/// A claim as it is now, for a client that waits for it.
struct sight {
    enum class what { missing, waiting, holding };  ///< A hold that is upgrading waits.
    what now = what::missing;
    std::vector<std::uint64_t> fences{};  ///< Holding: in the claim's order.
    mode how = mode::shared;              ///< Unless missing: of its first name.
    instant expires{0};                   ///< Holding.
    bool contended = false;               ///< Holding.
    bool overdue = false;                 ///< Waiting: something before it has expired, or nothing is left.
    instant recheck = instant::max();     ///< Waiting: when the first claim before it may expire.
    std::vector<std::string> names{};     ///< Waiting.
    std::vector<owner_id> ahead{};        ///< Waiting: as in `acquired`.
};

/// The operations, inside one transaction of `rows`. What is to be told afterwards is put into `out`.
class book {
public:
    book(store& rows, effects& out) : rows_{rows}, out_{out}, line_{rows, out} {}

    // Claims: claims.cpp.
    [[nodiscard]] acquired acquire(const port::claim& wanted, const owner_id& session);
    /// False: there was no such hold.
    [[nodiscard]] bool release(const owner_id& owner, std::chrono::milliseconds keep);
    void withdraw(const owner_id& owner);
    [[nodiscard]] renewed renew(const port::renewal& hold);

    // Changing what is there: convert.cpp.
    [[nodiscard]] acquired convert(const port::conversion& what, const owner_id& session);
    /// Ends the wait of an upgrading hold, if it is one.
    void stop_upgrade(const owner_id& owner);
    void resize(const std::string& name, std::uint32_t limit);

    // Looking and tidying up: upkeep.cpp.
    [[nodiscard]] sight look(const owner_id& owner);
    [[nodiscard]] std::vector<claim_info> inspect(const port::filter& which);
    void evict(const std::string& name);
    /// Removes what has expired on these names and hands over.
    void settle(const std::vector<std::string>& names);
    /// Removes a session that is known to be dead, and all that it had.
    void reap(const owner_id& session);

    // Cells: cells.cpp.
    [[nodiscard]] port::cell read(const std::string& name);
    [[nodiscard]] port::cell_answer write(const port::cell_write& what);
    /// Asks for a push at the next write, and answers the cell as it is now.
    [[nodiscard]] port::cell watch(const std::string& name, const owner_id& session);
    void unwatch(const std::string& name, const owner_id& session) { rows_.erase_watch(name, session); }

private:
    [[nodiscard]] failure agree_on_limits(port::claim& wanted);
    [[nodiscard]] acquired judge(const port::claim& wanted, const owner_id& session, bool unused);
    [[nodiscard]] acquired repeat(const port::claim& wanted, const std::vector<claim_row>& mine);
    [[nodiscard]] acquired hold(const port::claim& wanted, const owner_id& session);
    [[nodiscard]] acquired enqueue(const port::claim& wanted, const owner_id& session);
    void store_limits(const port::claim& wanted);
    void extend(const claim_row& hold, std::chrono::milliseconds lease);
    [[nodiscard]] acquired strengthen(const port::conversion& what, claim_row row);
    [[nodiscard]] acquired begin_upgrade(const port::conversion& what, claim_row& row);
    [[nodiscard]] acquired upgrade_again(const port::conversion& what);
    [[nodiscard]] acquired converted(const claim_row& row);
    [[nodiscard]] std::optional<acquired> refuse_cycle(const core::newcomer& who);
    void tell_contended(const port::claim& wanted);
    void tell_holders(const std::string& name, const owner_id& except);
    void tell_first_in_line(const std::string& name);
    [[nodiscard]] std::vector<owner_id> sessions_ahead(const std::vector<std::string>& names);
    struct expiries {
        instant first = instant::max();  ///< Perhaps over already.
        instant next = instant::max();   ///< Still to come.
    };
    void look_at_holders(std::string_view name, expiries& found);
    void look_at_company(const claim_row& upgrader, sight& out);
    [[nodiscard]] bool contended(const std::vector<claim_row>& claim);

    store& rows_;
    effects& out_;
    line line_;
};

}  // namespace interlock::rows
