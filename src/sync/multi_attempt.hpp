// SPDX-License-Identifier: Apache-2.0
// One attempt at several claims, one after the other, within one time.
#pragma once

#include <interlock/multi_lock.hpp>

#include <memory>
#include <mutex>
#include <vector>

#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

using lock_parts = std::vector<std::shared_ptr<lock_handle>>;

class multi_attempt : public std::enable_shared_from_this<multi_attempt> {
public:
    multi_attempt(lock_parts parts, patience wait);

    /// Waits on the calling thread.
    [[nodiscard]] multi_result run(const std::stop_token& stop);

    /// `then` runs on the loop of one of the clients.
    void start(unique_function<void(multi_result)> then);
    void cancel();

private:
    [[nodiscard]] patience left() const;
    [[nodiscard]] multi_result finish(attempt last);
    [[nodiscard]] bool next();
    void take(attempt tried);

    const lock_parts parts_;
    const bool by_option_;  ///< The end of the time is a failure, not "busy".
    core::time_point end_ = core::never;
    bool may_wait_ = true;
    std::vector<hold> taken_;

    std::mutex guard_;
    bool canceled_ = false;
    std::weak_ptr<tenancy> waiting_;
    unique_function<void(multi_result)> then_;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
