// SPDX-License-Identifier: Apache-2.0
// Who holds and who waits: the whole lock side of the port, on plain data.
#pragma once

#include "core/deadlock.hpp"
#include "engines/memory/line.hpp"

#include <interlock/engine/types.hpp>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace interlock::memory {

class crowd;
class transaction;

/// Every function runs inside a transaction. There is no thread here: a function first drops what
/// expired on the names it touches, and lines with both holders and waiting claims have an alarm set.
class lock_table {
public:
    explicit lock_table(std::atomic<std::uint64_t>& last_fence) : last_fence_{last_fence} {}

    /// The answer, or none: then `done` was taken and the claim stands in line.
    std::optional<port::acquire_answer> acquire(transaction& t, port::claim wanted,
                                                port::handler<port::acquire_answer>& done);
    void withdraw(transaction& t, port::owner_id owner);
    port::renew_answer renew(transaction& t, const port::renewal& wanted);
    port::status release(transaction& t, port::owner_id owner, std::chrono::milliseconds keep);
    /// The answer, or none: then `done` was taken and the hold waits to become the only one.
    std::optional<port::acquire_answer> convert(transaction& t, port::conversion what,
                                                port::handler<port::acquire_answer>& done);
    void resize(transaction& t, const std::string& name, std::uint32_t limit);
    std::vector<claim_info> inspect(transaction& t, const port::filter& which);
    void evict(transaction& t, const std::string& name);

    /// Drops the claims of `client` that were not answered; its holds stay, but nobody hears of them.
    void forget(transaction& t, const std::shared_ptr<member>& client);
    /// A holder of `name` may have expired.
    void wake(transaction& t, const std::string& name);

private:
    friend class crowd;
    using lines = std::unordered_map<std::string, line>;
    using line_ref = lines::value_type*;

    std::optional<port::acquire_answer> repeat(transaction& t, const std::shared_ptr<record>& known,
                                               const port::claim& wanted,
                                               port::handler<port::acquire_answer>& done);
    void extend(transaction& t, record& hold, std::chrono::milliseconds lease);
    failure agree_on_limits(port::claim& wanted) const;
    [[nodiscard]] failure deadlock(transaction& t, const core::newcomer& who) const;
    std::optional<port::acquire_answer> strengthen(transaction& t, const std::shared_ptr<record>& known,
                                                   port::conversion what,
                                                   port::handler<port::acquire_answer>& done);
    void upgrade(transaction& t, record& who);
    /// Ends the wait of an upgrading hold, which is told `why`.
    void stop_upgrade(transaction& t, record& who, port::acquire_answer why);
    /// Remembers what the thread of a waiting claim holds, or forgets it.
    void add_meanwhile(record& who, std::vector<port::owner_id> holding);
    void forget_meanwhile(record& who);
    void tell_contended(transaction& t, const line& on, const record& except) const;
    [[nodiscard]] bool is_free(const record& who, bool overtakes) const;
    void stand_in_line(transaction& t, const std::shared_ptr<record>& who,
                       port::handler<port::acquire_answer>& done);
    void grant(transaction& t, record& who);
    [[nodiscard]] port::acquire_answer granted(const record& who) const;
    [[nodiscard]] bool contended(const record& who) const;

    void drop_expired(transaction& t, line_ref on);
    /// Takes a claim out of all its lines.
    void drop(transaction& t, const std::shared_ptr<record>& gone);
    /// Remembers that a line changed, for `settle`.
    void touch(line_ref changed);
    /// Serves the lines that changed, sets their alarms, and forgets the empty ones.
    void settle(transaction& t);
    void serve_all(transaction& t);
    void serve(transaction& t, line& on);
    void set_alarm(lines::value_type& on);
    static void clear_alarm(line& on);
    [[nodiscard]] line_ref find(const std::string& name);
    std::shared_ptr<record> find(port::owner_id owner) const;

    std::atomic<std::uint64_t>& last_fence_;
    std::uint64_t last_arrival_ = 0;
    lines lines_;
    std::unordered_map<port::owner_id, std::shared_ptr<record>> claims_;
    std::unordered_map<std::string, std::uint32_t> limits_;  ///< All permits there are; never forgotten.
    /// From holds to the waiting claims whose threads have them.
    std::set<std::pair<port::owner_id, port::owner_id>> meanwhile_;
    // Empty between transactions; members to spare the allocation.
    std::vector<line_ref> touched_;
    std::vector<std::shared_ptr<record>> winners_;
};

}  // namespace interlock::memory
