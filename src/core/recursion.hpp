// SPDX-License-Identifier: Apache-2.0
// Which thread holds which name how often, for recursive locks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "core/tenant.hpp"

namespace interlock::core {

class recursion {
public:
    using thread_number = std::uint64_t;

    /// The tenant through which this thread holds `name`, counted once more; null if it does not.
    [[nodiscard]] tenant_ptr enter(const std::string& name, thread_number thread) {
        const auto found = held_.find({name, thread});
        if (found == held_.end()) return nullptr;
        ++found->second.depth;
        return found->second.who;
    }

    /// This thread now holds `name` through `who`, once. Replaces one that was lost.
    void begin(const std::string& name, thread_number thread, tenant_ptr who) {
        held_.insert_or_assign({name, thread}, entry{std::move(who), 1});
    }

    /// One level less of `who`; true if that was the last.
    [[nodiscard]] bool leave(const std::string& name, thread_number thread, const tenant_ptr& who) {
        const auto found = held_.find({name, thread});
        if (found == held_.end() || found->second.who != who) return true;
        if (--found->second.depth > 0) return false;
        held_.erase(found);
        return true;
    }

    /// `who` was lost: the thread must ask again. Its levels still come back one by one.
    void forget(const std::string& name, thread_number thread, const tenant_ptr& who) {
        const auto found = held_.find({name, thread});
        if (found != held_.end() && found->second.who == who) held_.erase(found);
    }

private:
    struct entry {
        tenant_ptr who;
        std::uint32_t depth = 0;
    };
    std::map<std::pair<std::string, thread_number>, entry> held_;
};

}  // namespace interlock::core
