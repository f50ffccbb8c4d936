// SPDX-License-Identifier: Apache-2.0
// One call of several steps: where it goes on after each, how long it may wait, who may stop it.
#pragma once

#include <interlock/detail/lockable.hpp>
#include <interlock/detail/unique_function.hpp>
#include <interlock/engine.hpp>

#include <atomic>
#include <coroutine>
#include <memory>
#include <string>

#include "core/lease.hpp"
#include "runtime/session.hpp"
#include "runtime/task.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

class lock_handle;

/// The steps are coroutines that take a reference to it. They are written once and run in two ways: on the
/// calling thread, which waits (`blocking_errand`), or on the client's loop (`looping_errand`). Everything of
/// one errand runs in that one place, so its steps need no lock.
class errand {
public:
    errand(std::shared_ptr<session> in, core::time_point until) : session_{std::move(in)}, until_{until} {}
    errand(const errand&) = delete;
    errand& operator=(const errand&) = delete;

    [[nodiscard]] const std::shared_ptr<session>& in() const noexcept { return session_; }
    [[nodiscard]] port::engine& engine() const noexcept { return session_->engine(); }

    /// Continues a coroutine of this errand where it runs. Any thread.
    virtual void proceed(std::coroutine_handle<> next) = 0;
    /// Ends a wait that is under way, so that its reasons are looked at again. Any thread.
    virtual void nudge() = 0;

    /// Somebody asked to stop.
    [[nodiscard]] bool stopped() const noexcept { return stopped_.load(std::memory_order_acquire); }
    /// The time is over.
    [[nodiscard]] bool expired() const noexcept;
    /// No new wait should begin.
    [[nodiscard]] bool over() const noexcept { return stopped() || expired(); }
    [[nodiscard]] core::time_point until() const noexcept { return until_; }

    /// One engine operation: `co_await errand.ask<Answer>(start)`, where `start` is given the handler.
    template <class Answer, class Start>
    [[nodiscard]] auto ask(Start start);

    /// Waits until the cell has changed, at most for `look_again`; ends early when the errand is over or
    /// nudged. Then the answer is `errc::canceled`.
    [[nodiscard]] runtime::task<port::cell_answer> watch(std::string name, std::uint64_t after,
                                                         core::duration look_again = core::duration::max());
    /// Waits for a lock; neither got nor failed when the time is over.
    [[nodiscard]] virtual runtime::task<attempt> acquire(std::shared_ptr<lock_handle> lock) = 0;
    /// Waits a while, longer with each try and never twice the same. Cannot be ended early; it is short.
    [[nodiscard]] runtime::task<void> back_off(unsigned tries);

protected:
    virtual ~errand() = default;

    /// How to end the wait that is under way; replaced by the next. To be called where the errand runs.
    void interrupt();
    void stop() noexcept { stopped_.store(true, std::memory_order_release); }
    /// Calls `interrupt` at `when`; replaces an earlier alarm.
    virtual void alarm(core::time_point when) = 0;

    /// For as long as it lives, a wait that can be ended.
    class wait_here {
    public:
        wait_here(errand& of, core::time_point at_latest, unique_function<void()> end);
        ~wait_here();
        wait_here(const wait_here&) = delete;
        wait_here& operator=(const wait_here&) = delete;

    private:
        errand& errand_;
    };

private:
    template <class Answer, class Start>
    class asking;
    class nap;

    const std::shared_ptr<session> session_;
    const core::time_point until_;
    std::atomic<bool> stopped_{false};
    unique_function<void()> end_wait_;
};

/// An engine answers inside the call or later on another thread. In the first case the coroutine simply goes
/// on, in the second it is sent home.
template <class Answer, class Start>
class errand::asking {
public:
    asking(errand& of, Start start) : errand_{of}, start_{std::move(start)} {}
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> self) {
        start_(port::handler<Answer>{[this, self](Answer given) {
            answer_ = std::move(given);
            if (both_.exchange(true, std::memory_order_acq_rel)) errand_.proceed(self);
        }});
        return !both_.exchange(true, std::memory_order_acq_rel);
    }
    Answer await_resume() { return std::move(answer_); }

private:
    errand& errand_;
    Start start_;
    Answer answer_{};
    std::atomic<bool> both_{false};  // Who comes second, the answer or the suspension, goes on.
};

template <class Answer, class Start>
auto errand::ask(Start start) {
    return asking<Answer, Start>{*this, std::move(start)};
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
