// SPDX-License-Identifier: Apache-2.0
// Which thread holds which name how often, for recursive locks.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/tenant.hpp"

namespace interlock::core {

class recursion {
public:
    using thread_number = std::uint64_t;

    struct entered {
        tenant_ptr who{};      ///< Through which this thread holds it; counted once more unless refused.
        bool refused = false;  ///< It only reads, and wants to write: it would wait for itself.
    };
    /// Takes `name` once more, if this thread has it.
    [[nodiscard]] entered enter(const std::string& name, thread_number thread, mode as) {
        const auto found = held_.find({name, thread});
        if (found == held_.end()) return {};
        auto& entry = found->second;
        if (as == mode::exclusive && entry.writes == 0) return {entry.who, true};
        ++(as == mode::exclusive ? entry.writes : entry.reads);
        return {entry.who};
    }

    /// This thread now holds `name` through `who`, once. Replaces one that was lost.
    void begin(const std::string& name, thread_number thread, tenant_ptr who) {
        const bool writes = who->as == mode::exclusive;
        held_.insert_or_assign({name, thread}, levels{std::move(who), writes ? 1U : 0U, writes ? 0U : 1U});
    }

    /// What is left after a level was given up.
    enum class left : std::uint8_t {
        nothing,  ///< That was the last: to be released.
        reading,  ///< It was the last that writes, and others read on: to be downgraded.
        more,
    };
    /// One level less of `who`.
    [[nodiscard]] left leave(const std::string& name, thread_number thread, const tenant_ptr& who,
                             mode level) {
        const auto found = held_.find({name, thread});
        if (found == held_.end() || found->second.who != who) return left::nothing;
        auto& entry = found->second;
        auto& count = level == mode::exclusive ? entry.writes : entry.reads;
        if (count > 0) --count;
        if (entry.writes + entry.reads == 0) {
            held_.erase(found);
            return left::nothing;
        }
        return level == mode::exclusive && entry.writes == 0 ? left::reading : left::more;
    }

    /// `who` was lost: the thread must ask again. Its levels still come back one by one.
    void forget(const std::string& name, thread_number thread, const tenant_ptr& who) {
        const auto found = held_.find({name, thread});
        if (found != held_.end() && found->second.who == who) held_.erase(found);
    }

private:
    struct levels {
        tenant_ptr who;
        std::uint32_t writes = 0;
        std::uint32_t reads = 0;
    };
    std::map<std::pair<std::string, thread_number>, levels> held_;
};

}  // namespace interlock::core
