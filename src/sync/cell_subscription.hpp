// SPDX-License-Identifier: Apache-2.0
// Calls a user back for the changes of a cell.
#pragma once

#include <interlock/detail/cell_handle.hpp>

#include <functional>
#include <memory>
#include <string>

#include "runtime/courier.hpp"
#include "runtime/fork.hpp"
#include "runtime/looping_errand.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// Watches on the client's loop and calls back on a thread of its own. The next change is looked for when the
/// callback has returned: so a slow one sees fewer changes, and nothing piles up.
class cell_subscription : public std::enable_shared_from_this<cell_subscription> {
public:
    explicit cell_subscription(std::function<void(const cell_text&)> changed)
        : changed_{std::move(changed)} {}

    void begin(const std::shared_ptr<session>& in, std::string key, std::uint64_t after);
    /// No callback runs when this returns, unless it is called by one.
    void end() noexcept;

private:
    [[nodiscard]] runtime::task<nothing> follow(errand& by, std::string key, std::uint64_t after);
    class calling_back;

    const std::function<void(const cell_text&)> changed_;
    const std::shared_ptr<async_call> call_ = std::make_shared<async_call>();
    const std::uint32_t generation_ = runtime::fork_generation();
    runtime::courier courier_{"interlock-watch", 1};
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
