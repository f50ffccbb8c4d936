// SPDX-License-Identifier: Apache-2.0
// Notices at once when a process that stands in the way has ended.
#include "engines/sqlite/process_watch.hpp"

#include <interlock/error.hpp>

#include <unistd.h>

namespace interlock::sqlite {

life process_watch::watch(const port::owner_id& session, const process& who) {
    if (who.pid == self_.pid || watched_.size() >= most) return look_for(who, self_);
    const int pidfd = open_process(who, self_);
    if (pidfd < 0) return look_for(who, self_);
    try {
        watched_[session] = {pidfd, loop_.on_readable(pidfd, [this, session] { on_end_(session); })};
    } catch (const error&) {  // Out of descriptors: its lease must do.
        watched_.erase(session);
        ::close(pidfd);
    }
    return life::alive;
}

void process_watch::end(const entry& gone) noexcept {
    loop_.cancel(gone.registered);
    ::close(gone.pidfd);
}

void process_watch::forget(const port::owner_id& session) noexcept {
    const auto found = watched_.find(session);
    if (found == watched_.end()) return;
    end(found->second);
    watched_.erase(found);
}

void process_watch::make_room(const std::set<port::owner_id>& needed) noexcept {
    if (watched_.size() < most) return;
    std::erase_if(watched_, [&](const auto& each) {
        if (needed.contains(each.first)) return false;
        end(each.second);
        return true;
    });
}

void process_watch::clear() noexcept {
    for (const auto& [session, gone] : watched_) end(gone);
    watched_.clear();
}

void process_watch::abandon() noexcept {
    for (const auto& [session, gone] : watched_) ::close(gone.pidfd);
    watched_.clear();
}

}  // namespace interlock::sqlite
