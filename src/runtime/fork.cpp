// SPDX-License-Identifier: Apache-2.0
// Which process this is, counted in forks.
#include "runtime/fork.hpp"

#include <pthread.h>

#include <atomic>

namespace interlock::runtime {
namespace {

std::atomic<std::uint32_t> generation{0};

[[maybe_unused]] const int registered =
    ::pthread_atfork(nullptr, nullptr, [] { generation.fetch_add(1, std::memory_order_relaxed); });

}  // namespace

std::uint32_t fork_generation() noexcept { return generation.load(std::memory_order_relaxed); }

}  // namespace interlock::runtime
