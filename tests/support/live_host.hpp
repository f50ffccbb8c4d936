// SPDX-License-Identifier: Apache-2.0
// A host in real time: what the library itself gives an engine.
#pragma once

#include "support/recording_listener.hpp"

#include <interlock/engine/host.hpp>

#include <memory>

namespace interlock::test {

class live_host {
public:
    live_host();
    ~live_host();

    [[nodiscard]] port::context context();
    [[nodiscard]] boot_clock::time_point now() const noexcept;
    [[nodiscard]] port::owner_id draw_id();
    /// No callback runs any more: the engine may be closed.
    void stop() noexcept;

    recording_listener heard;

private:
    struct runtime_parts;
    std::unique_ptr<runtime_parts> parts_;
};

}  // namespace interlock::test
