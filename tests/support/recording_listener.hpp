// SPDX-License-Identifier: Apache-2.0
// A listener that remembers what it heard.
#pragma once

#include <interlock/engine/host.hpp>

#include <mutex>
#include <vector>

namespace interlock::test {

/// Thread-safe. For a wait until something is heard: `eventually([&] { return ears.heard_lost(owner); })`.
class recording_listener final : public port::listener {
public:
    void lost(port::owner_id owner, failure why) noexcept override;
    void waiting(port::owner_id owner) noexcept override;
    void contended(port::owner_id owner) noexcept override;

    [[nodiscard]] bool heard_lost(port::owner_id owner) const;
    [[nodiscard]] bool heard_waiting(port::owner_id owner) const;
    [[nodiscard]] bool heard_contended(port::owner_id owner) const;

private:
    using owners = std::vector<port::owner_id>;
    void note(owners& in, port::owner_id owner) noexcept;
    [[nodiscard]] bool has(const owners& in, port::owner_id owner) const;

    mutable std::mutex mutex_;
    owners lost_;
    owners waiting_;
    owners contended_;
};

}  // namespace interlock::test
