// SPDX-License-Identifier: Apache-2.0
// A clock that moves only by hand, and chance that comes from a seed.
#pragma once

#include <interlock/engine/host.hpp>

#include <atomic>
#include <cstdint>
#include <random>

namespace interlock::test {

class manual_time final : public port::time_source {
public:
    [[nodiscard]] boot_clock::time_point now() const noexcept override {
        return boot_clock::time_point{boot_clock::duration{now_.load()}};
    }
    [[nodiscard]] std::uint64_t fence_floor() const noexcept override {
        return std::uint64_t{1'800'000'000} << 23U;
    }
    /// A back-off takes no real time, but it ends.
    void pause(boot_clock::duration how_long) const noexcept override { now_ += how_long.count(); }

    void set(boot_clock::time_point when) noexcept { now_ = when.time_since_epoch().count(); }

private:
    // The first instant is late enough that no arithmetic meets the epoch.
    mutable std::atomic<std::int64_t> now_{1'000'000'000'000};
};

class seeded_entropy final : public port::entropy {
public:
    explicit seeded_entropy(std::uint64_t seed) : engine_{seed} {}

    [[nodiscard]] port::owner_id draw_id() override {
        port::owner_id drawn;
        for (auto& byte : drawn.bytes) byte = static_cast<std::uint8_t>(engine_());
        return drawn;
    }
    [[nodiscard]] double fraction() noexcept override {
        return static_cast<double>(engine_() >> 11) / 9007199254740992.0;  // 2^53
    }
    [[nodiscard]] std::uint64_t below(std::uint64_t bound) noexcept { return engine_() % bound; }

private:
    std::mt19937_64 engine_;
};

}  // namespace interlock::test
