// SPDX-License-Identifier: Apache-2.0
/// @file
/// What can be done with an asynchronous call while it is under way: cancel it.
#pragma once

#include <interlock/config.hpp>

#include <functional>
#include <mutex>

namespace interlock {
inline namespace v0 {
namespace detail {

/// Made before the call is started, so that a cancellation can never come too early.
/// *Threads:* all functions may be called from any thread at the same time.
class INTERLOCK_API async_call {
public:
    /// Asks the call to end. Without effect once it has ended.
    void cancel() noexcept;

    /// For whoever carries the call out: `how` is called once on cancellation, at once if that was before.
    void when_canceled(std::function<void()> how);

private:
    std::mutex guard_;
    bool canceled_ = false;
    std::function<void()> how_;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
