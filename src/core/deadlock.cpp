// SPDX-License-Identifier: Apache-2.0
// Whether a claim that begins to wait would close a cycle of threads that wait for each other.
#include "core/deadlock.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/queue_rule.hpp"
#include "core/text.hpp"

namespace interlock::core {
namespace {

using doing = stander::doing;
using port::owner_id;

constexpr std::size_t most_claims = 256;

/// A holder that waits to become the only one counts as exclusive.
mode counted(const stander& one) { return one.now == doing::upgrades ? mode::exclusive : one.what.how; }

/// Whether `earlier` may keep `wanted` waiting; permits do so together with others, if not alone.
bool conflict(const port::item& wanted, const stander& earlier) {
    const auto how = counted(earlier);
    if (wanted.how == mode::permits && how == mode::permits) return true;
    ahead one;
    one.add(how, earlier.what.permits);
    return one.blocks(wanted);
}

/// A claim is stuck if it could not be granted even after all who are not stuck have left. This starts with
/// everybody stuck and lets go whoever can pass, until nothing changes: so permits count as they should,
/// where any of several holders may make room.
class search {
public:
    search(const newcomer& who, standings& seen) : who_{who}, seen_{seen} {}

    std::vector<wait> run() {
        add(who_.owner);
        while (!unseen_.empty() && !too_many_) {
            const auto next = unseen_.back();
            unseen_.pop_back();
            expand(next);
        }
        if (too_many_) return {};
        while (let_go_some()) {
        }
        return waits_.at(who_.owner).stuck ? way_back() : std::vector<wait>{};
    }

private:
    /// What stands before a waiting claim on one name.
    struct obstacle {
        port::item wanted;
        std::vector<const stander*> before;
    };
    struct waiting {
        std::vector<obstacle> obstacles{};
        bool stuck = true;
    };

    void add(const owner_id& owner) {
        if (!waits_.try_emplace(owner).second) return;
        unseen_.push_back(owner);
        too_many_ = too_many_ || waits_.size() > most_claims;
    }

    void expand(const owner_id& owner) {
        if (owner == who_.owner) {
            for (const auto& item : who_.items) look_ahead(owner, item, who_.upgrading);
            return;
        }
        for (const auto& name : seen_.names_of(owner)) {
            const auto& all = on(name);
            const auto self =
                std::find_if(all.begin(), all.end(), [&](const stander& one) { return one.owner == owner; });
            if (self == all.end() || self->now == doing::holds) continue;
            look_ahead(owner, self->what, self->now == doing::upgrades);
        }
    }

    void look_ahead(const owner_id& owner, port::item wanted, bool upgrading) {
        if (upgrading) wanted.how = mode::exclusive;
        obstacle found{wanted, {}};
        for (const auto& one : on(wanted.name)) {
            if (upgrading && one.now == doing::waits) break;
            if (one.owner == owner && upgrading) continue;
            if (one.owner == owner) break;
            if (!conflict(wanted, one)) continue;
            found.before.push_back(&one);
            for (const auto& next : followers(one)) add(next);
        }
        waits_.at(owner).obstacles.push_back(std::move(found));
    }

    const std::vector<stander>& on(const std::string& name) {
        const auto [known, fresh] = queues_.try_emplace(name);
        if (!fresh) return known->second;
        known->second = seen_.on(name, most_claims + 1);
        too_many_ = too_many_ || known->second.size() > most_claims;
        for (auto& one : known->second) {
            if (who_.upgrading && one.owner == who_.owner) one.now = doing::upgrades;
        }
        return known->second;
    }

    /// The waiting claims that have to be granted before `one` leaves.
    const std::vector<owner_id>& followers(const stander& one) {
        const auto [known, fresh] = followers_.try_emplace(one.owner);
        if (!fresh) return known->second;
        auto& out = known->second;
        if (one.now != doing::waits) out = seen_.waiting_with(one.owner, most_claims);
        if (one.now != doing::holds) out.push_back(one.owner);
        if (is_target(one)) out.push_back(who_.owner);
        return out;
    }

    [[nodiscard]] bool is_target(const stander& one) const {
        return one.owner == who_.owner ||
               std::find(who_.holding.begin(), who_.holding.end(), one.owner) != who_.holding.end();
    }

    bool stays(const stander& one) {
        const auto& next = followers(one);
        return std::any_of(next.begin(), next.end(), [&](const owner_id& each) {
            const auto known = waits_.find(each);
            return known != waits_.end() && known->second.stuck;
        });
    }

    bool blocked(const obstacle& at) {
        ahead left;
        for (const auto* one : at.before) {
            if (stays(*one)) left.add(counted(*one), one->what.permits);
        }
        return left.blocks(at.wanted);
    }

    bool let_go_some() {
        bool some = false;
        for (auto& [owner, claim] : waits_) {
            if (!claim.stuck) continue;
            claim.stuck = std::any_of(claim.obstacles.begin(), claim.obstacles.end(),
                                      [&](const obstacle& at) { return blocked(at); });
            some = some || !claim.stuck;
        }
        return some;
    }

    /// The shortest way from the newcomer, over claims that are stuck, to something that it holds itself.
    std::vector<wait> way_back() {
        std::vector<wait> ways;                // How each claim was reached, in order of the search.
        std::map<owner_id, std::size_t> from;  // The entry in `ways` that leads to a claim.
        std::vector<owner_id> reached{who_.owner};
        for (std::size_t i = 0; i < reached.size(); ++i) {
            const auto here = reached[i];
            for (const auto& at : waits_.at(here).obstacles) {
                if (!blocked(at)) continue;
                for (const auto* one : at.before) {
                    if (!stays(*one)) continue;
                    ways.push_back({here, at.wanted.name, *one});
                    if (is_target(*one)) return retrace(ways, from);
                    for (const auto& next : followers(*one)) {
                        if (!waits_.at(next).stuck || !from.try_emplace(next, ways.size() - 1).second)
                            continue;
                        reached.push_back(next);
                    }
                }
            }
        }
        return {};  // It would only wait for others who are stuck already.
    }

    [[nodiscard]] std::vector<wait> retrace(const std::vector<wait>& ways,
                                            const std::map<owner_id, std::size_t>& from) const {
        std::vector<wait> out{ways.back()};
        while (out.back().who != who_.owner) out.push_back(ways[from.at(out.back().who)]);
        std::reverse(out.begin(), out.end());
        return out;
    }

    const newcomer& who_;
    standings& seen_;
    std::map<std::string, std::vector<stander>> queues_;
    std::map<owner_id, std::vector<owner_id>> followers_;
    std::map<owner_id, waiting> waits_;
    std::vector<owner_id> unseen_;
    bool too_many_ = false;
};

std::string person(const stander& one) {
    const auto who = label_from(one.label);
    return who.program + "[" + std::to_string(who.pid) + "]@" + who.host;
}

}  // namespace

std::vector<wait> find_cycle(const newcomer& who, standings& seen) { return search{who, seen}.run(); }

failure refusal(const std::vector<wait>& cycle) {
    const auto& first = cycle.front().name;
    auto message = "waiting for '" + first + "' would close a cycle: '" + first + "'";
    for (std::size_t i = 0; i + 1 < cycle.size(); ++i) {
        message += cycle[i].whom.now == doing::waits ? " is wanted earlier by " : " is held by ";
        message += person(cycle[i].whom) + ", which waits for '" + cycle[i + 1].name + "', which";
    }
    message += cycle.size() == 1 ? " is held by this thread itself" : " this thread holds";
    return fail(errc::deadlock, std::move(message) + "; release that first, or take them all at once");
}

failure two_upgrades(const std::string& name) {
    return fail(errc::deadlock, "another holder of '" + name +
                                    "' waits to become exclusive already; release this hold, or claim '" +
                                    name + "' as upgradeable from the start");
}

}  // namespace interlock::core
