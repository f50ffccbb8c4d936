// SPDX-License-Identifier: Apache-2.0
// A host in real time: what the library itself gives an engine.
#include "support/live_host.hpp"

#include "runtime/clock.hpp"
#include "runtime/entropy.hpp"
#include "runtime/loop.hpp"

#include <unistd.h>

namespace interlock::test {

struct live_host::runtime_parts {
    runtime::system_time time;
    runtime::system_entropy chance;
    runtime::io_loop loop;
};

live_host::live_host() : parts_{std::make_unique<runtime_parts>()} {}
live_host::~live_host() = default;

port::context live_host::context() {
    return {.loop = parts_->loop,
            .time = parts_->time,
            .chance = parts_->chance,
            .events = heard,
            .who = {"host", "test", ::getpid(), ""}};
}

boot_clock::time_point live_host::now() const noexcept { return parts_->time.now(); }
port::owner_id live_host::draw_id() { return parts_->chance.draw_id(); }
void live_host::stop() noexcept { parts_->loop.stop(); }

}  // namespace interlock::test
