// SPDX-License-Identifier: Apache-2.0
// The event loop of one client, on Asio; its header knows nothing of Asio.
#pragma once

#include <interlock/engine/host.hpp>

#include <functional>
#include <memory>

namespace boost::asio {
class any_io_executor;
}

namespace interlock::runtime {

/// Timers, file descriptors and posted work, on a thread of its own (started when first needed) or on the
/// user's executor. All timers share one timerfd on the boot clock, so that they fire after a suspend.
class io_loop final : public port::loop {
public:
    io_loop();
    explicit io_loop(const boost::asio::any_io_executor& users);
    /// Stops.
    ~io_loop() override;

    void post(callback work) override;
    id at(boot_clock::time_point when, callback work) override;
    id on_readable(int fd, callback work) override;
    void cancel(id registered) noexcept override;

    /// True on a callback of this loop.
    [[nodiscard]] bool running_here() const noexcept;

    /// No callback runs any more once this returns, except the one that calls it. Idempotent.
    void stop() noexcept;

    /// In a forked child: forget everything without touching a thread or descriptor of the parent.
    void abandon() noexcept;

private:
    class state;
    std::shared_ptr<state> state_;
};

}  // namespace interlock::runtime
