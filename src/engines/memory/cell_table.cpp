// SPDX-License-Identifier: Apache-2.0
// Small versioned values, and who waits for them to change.
#include "engines/memory/cell_table.hpp"

#include "engines/memory/store.hpp"

#include <algorithm>
#include <utility>

namespace interlock::memory {

using port::cell_answer;
using port::status;

const port::cell& cell_table::at(const std::string& name) const {
    static const port::cell never_written;
    const auto found = slots_.find(name);
    return found == slots_.end() ? never_written : found->second.now;
}

failure cell_table::check(const port::cell_write& what, const port::cell& now) {
    if (what.fence != 0 && what.fence < now.fence)
        return fail(errc::stale, "cell '" + what.name + "' has been written with fence " +
                                     std::to_string(now.fence) + "; this write carries the older " +
                                     std::to_string(what.fence));
    if (what.expected && *what.expected != now.version)
        return fail(errc::conflict, "cell '" + what.name + "' has version " + std::to_string(now.version) +
                                        ", not " + std::to_string(*what.expected) + "; read it again");
    return {};
}

cell_answer cell_table::write(transaction& t, port::cell_write what) {
    const auto found = slots_.find(what.name);
    if (found != slots_.end() && found->second.last_request == what.request) return read(what.name);
    if (auto why = check(what, at(what.name))) return {status::error, at(what.name), std::move(why)};
    auto& there = slots_[what.name];
    there.last_request = what.request;
    there.now = {std::move(what.value), there.now.version + 1, std::max(there.now.fence, what.fence)};
    tell_watchers(t, there);
    return read(what.name);
}

void cell_table::tell_watchers(transaction& t, slot& changed) {
    std::erase_if(changed.watchers, [&](const watcher& each) {
        if (each.after >= changed.now.version) return false;
        t.tell(each.client, [pending = each.pending, now = changed.now] {
            pending->answer({status::done, now, {}});
        });
        watched_.erase(each.request);
        return true;
    });
}

std::optional<cell_answer> cell_table::watch(transaction& t, port::owner_id request, const std::string& name,
                                             std::uint64_t after, port::handler<cell_answer>& done) {
    auto& there = slots_[name];
    if (there.now.version > after) return cell_answer{status::done, there.now, {}};
    there.watchers.push_back(
        {request, after, t.caller(), std::make_shared<reply<cell_answer>>(std::move(done))});
    watched_[request] = name;
    return {};
}

void cell_table::end(transaction& t, port::owner_id request, const failure& why) {
    const auto watched = watched_.extract(request);
    if (watched.empty()) return;
    const auto there = slots_.find(watched.mapped());
    std::erase_if(there->second.watchers, [&](const watcher& each) {
        if (each.request != request) return false;
        t.tell(each.client, [pending = each.pending, why] { pending->answer({status::error, {}, why}); });
        return true;
    });
    if (there->second.now.version == 0 && there->second.watchers.empty()) slots_.erase(there);
}

void cell_table::unwatch(transaction& t, port::owner_id request) {
    end(t, request, fail(errc::canceled, "the watch was ended"));
}

void cell_table::forget(transaction& t, const std::shared_ptr<member>& client) {
    std::vector<port::owner_id> theirs;
    for (const auto& [name, there] : slots_)
        for (const auto& each : there.watchers)
            if (each.client == client) theirs.push_back(each.request);
    for (const auto& each : theirs) end(t, each, fail(errc::closed, "the client was closed"));
}

}  // namespace interlock::memory
