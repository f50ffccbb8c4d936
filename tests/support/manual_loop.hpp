// SPDX-License-Identifier: Apache-2.0
// A loop without a thread: its callbacks run when a test says so.
#pragma once

#include <interlock/engine/host.hpp>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace interlock::test {

class manual_loop final : public port::loop {
public:
    void post(callback work) override;
    id at(boot_clock::time_point when, callback work) override;
    id on_readable(int fd, callback work) override;
    void cancel(id registered) noexcept override;

    /// Runs posted work, timers that are due at `now` and callbacks of readable descriptors, once each.
    /// True if there was any.
    bool run_once(boot_clock::time_point now);

    [[nodiscard]] std::optional<boot_clock::time_point> next_timer() const;
    /// Timers and descriptors registered now: what an engine left behind.
    [[nodiscard]] std::size_t registered() const;

private:
    struct timer {
        boot_clock::time_point when;
        callback work;
    };
    struct reader {
        int fd;
        std::shared_ptr<callback> work;  ///< Shared, because it may cancel itself while it runs.
    };
    bool run_posted();
    bool run_timers(boot_clock::time_point now);
    bool run_readers();

    mutable std::mutex mutex_;
    id last_ = 0;
    std::deque<callback> posted_;
    std::map<id, timer> timers_;
    std::map<id, reader> readers_;
};

}  // namespace interlock::test
