// SPDX-License-Identifier: Apache-2.0
// A call of several steps that runs on the calling thread, which waits in between.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "runtime/errand.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// What to do if stop was requested before the call.
enum class stopped_before : std::uint8_t { refuse, run };

class blocking_errand final : public errand {
public:
    /// Throws `errc::forked` in a child; refused: `errc::canceled`.
    explicit blocking_errand(std::shared_ptr<session> in, patience wait = {}, std::stop_token stop = {},
                             stopped_before then = stopped_before::refuse);

    /// Runs `work`, which was given this errand, to its end.
    template <class T>
    T run(runtime::task<T> work) {
        const std::stop_callback on_stop{stop_, [this] {
                                             stop();
                                             nudge();
                                         }};
        work.start();
        while (!work.done()) go_on();
        return work.result();
    }

    void proceed(std::coroutine_handle<> next) override;
    void nudge() override;
    [[nodiscard]] runtime::task<attempt> acquire(std::shared_ptr<lock_handle> lock) override;

private:
    void alarm(core::time_point when) override { alarm_ = when; }
    void go_on();

    const std::stop_token stop_;
    core::time_point alarm_ = core::never;
    std::mutex guard_;  // For what follows.
    std::condition_variable changed_;
    std::coroutine_handle<> next_{};
    bool nudged_ = false;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
