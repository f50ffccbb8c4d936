// SPDX-License-Identifier: Apache-2.0
// Chance, from the operating system.
#include "runtime/entropy.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "runtime/fork.hpp"

namespace interlock::runtime {
namespace {

/// Bytes drawn ahead, so that a hot lock does not pay a system call for each id.
struct block {
    std::array<std::uint8_t, 1024> bytes{};
    std::size_t used = sizeof bytes;
    std::uint32_t generation = 0;

    void take(void* out, std::size_t size) {
        if (generation != fork_generation() || used + size > bytes.size()) refill();
        std::memcpy(out, bytes.data() + used, size);
        std::memset(bytes.data() + used, 0, size);
        used += size;
    }

    void refill() {
        std::size_t have = 0;
        while (have < bytes.size()) {
            const auto got = ::getrandom(bytes.data() + have, bytes.size() - have, 0);
            if (got < 0 && errno != EINTR)
                throw std::system_error{errno, std::generic_category(), "getrandom"};
            if (got > 0) have += static_cast<std::size_t>(got);
        }
        used = 0;
        generation = fork_generation();
    }
};

thread_local block ahead;

}  // namespace

port::owner_id system_entropy::draw_id() {
    port::owner_id out;
    ahead.take(out.bytes.data(), out.bytes.size());
    return out;
}

double system_entropy::fraction() noexcept {
    std::uint32_t drawn = 0;
    try {
        ahead.take(&drawn, sizeof drawn);
    } catch (const std::system_error&) {
        drawn = 0x80000000U;  // Without chance there is no jitter; half is as good as any.
    }
    return drawn / 4294967296.0;
}

}  // namespace interlock::runtime
