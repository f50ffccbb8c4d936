// SPDX-License-Identifier: Apache-2.0
// Time limits of asynchronous waits.
#include "runtime/alarms.hpp"

#include <memory>
#include <mutex>

#include "runtime/fork.hpp"
#include "runtime/loop.hpp"

namespace interlock::runtime {

port::loop& alarms() {
    struct shared {
        std::mutex guard;
        std::uint32_t generation = 0;
        std::unique_ptr<io_loop> loop;
    };
    static auto* const only = new shared;  // Never destroyed: clients may outlive static objects.
    const std::lock_guard lock{only->guard};
    if (!only->loop || only->generation != fork_generation()) {
        if (only->loop) only->loop->abandon();
        only->loop = std::make_unique<io_loop>();
        only->generation = fork_generation();
    }
    return *only->loop;
}

}  // namespace interlock::runtime
