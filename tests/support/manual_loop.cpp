// SPDX-License-Identifier: Apache-2.0
// A loop without a thread: its callbacks run when a test says so.
#include "support/manual_loop.hpp"

#include <poll.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace interlock::test {

void manual_loop::post(callback work) {
    const std::lock_guard guard{mutex_};
    posted_.push_back(std::move(work));
}

port::loop::id manual_loop::at(boot_clock::time_point when, callback work) {
    const std::lock_guard guard{mutex_};
    timers_.emplace(++last_, timer{when, std::move(work)});
    return last_;
}

port::loop::id manual_loop::on_readable(int fd, callback work) {
    const std::lock_guard guard{mutex_};
    readers_.emplace(++last_, reader{fd, std::make_shared<callback>(std::move(work))});
    return last_;
}

void manual_loop::cancel(id registered) noexcept {
    const std::lock_guard guard{mutex_};
    timers_.erase(registered);
    readers_.erase(registered);
}

bool manual_loop::run_once(boot_clock::time_point now) {
    const bool posted = run_posted();
    const bool timed = run_timers(now);
    return run_readers() || posted || timed;
}

bool manual_loop::run_posted() {
    std::unique_lock guard{mutex_};
    auto work = std::exchange(posted_, {});
    guard.unlock();
    for (auto& each : work) each();
    return !work.empty();
}

bool manual_loop::run_timers(boot_clock::time_point now) {
    bool any = false;
    for (std::unique_lock guard{mutex_}; !timers_.empty(); guard.lock()) {
        const auto first = std::min_element(timers_.begin(), timers_.end(), [](const auto& a, const auto& b) {
            return a.second.when < b.second.when;
        });
        if (first->second.when > now) break;
        auto work = std::move(timers_.extract(first).mapped().work);
        guard.unlock();
        work();
        any = true;
    }
    return any;
}

bool manual_loop::run_readers() {
    std::unique_lock guard{mutex_};
    std::vector<id> ids;
    std::vector<pollfd> fds;
    for (const auto& [registered, each] : readers_) {
        ids.push_back(registered);
        fds.push_back({each.fd, POLLIN, 0});
    }
    guard.unlock();
    if (fds.empty() || ::poll(fds.data(), fds.size(), 0) <= 0) return false;
    for (std::size_t i = 0; i < fds.size(); ++i) {
        if (fds[i].revents == 0) continue;
        guard.lock();
        const auto found = readers_.find(ids[i]);
        const auto work = found == readers_.end() ? nullptr : found->second.work;
        guard.unlock();
        if (work) (*work)();
    }
    return true;
}

std::optional<boot_clock::time_point> manual_loop::next_timer() const {
    const std::lock_guard guard{mutex_};
    std::optional<boot_clock::time_point> first;
    for (const auto& [registered, each] : timers_) first = std::min(first.value_or(each.when), each.when);
    return first;
}

std::size_t manual_loop::registered() const {
    const std::lock_guard guard{mutex_};
    return timers_.size() + readers_.size();
}

}  // namespace interlock::test
