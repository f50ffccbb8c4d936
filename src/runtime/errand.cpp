// SPDX-License-Identifier: Apache-2.0
// One call of several steps: its waits.
#include "runtime/errand.hpp"

#include <algorithm>

#include "runtime/entropy.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

bool errand::expired() const noexcept { return until_ != core::never && boot_clock::now() >= until_; }

void errand::interrupt() {
    if (!end_wait_) return;
    auto end = std::move(end_wait_);
    alarm(core::never);
    end();
}

errand::wait_here::wait_here(errand& of, core::time_point at_latest, unique_function<void()> end)
    : errand_{of} {
    errand_.end_wait_ = std::move(end);
    errand_.alarm(at_latest);
}

errand::wait_here::~wait_here() {
    errand_.end_wait_ = nullptr;
    errand_.alarm(core::never);
}

runtime::task<port::cell_answer> errand::watch(std::string name, std::uint64_t after,
                                               core::duration look_again) {
    if (over()) co_return port::cell_answer{.why = fail(errc::canceled, "not waited for '" + name + "'")};
    const auto request = runtime::system_entropy{}.draw_id();
    const auto now = boot_clock::now();
    const auto again = look_again < core::never - now ? now + look_again : core::never;
    const wait_here here{*this, std::min(until_, again), [this, request] { engine().unwatch(request); }};
    co_return co_await ask<port::cell_answer>([this, request, &name, after](auto done) {
        engine().watch(request, std::move(name), after, std::move(done));
    });
}

/// Suspends until the alarm.
class errand::nap {
public:
    nap(errand& of, core::duration span) : errand_{of}, end_{boot_clock::now() + span} {}
    [[nodiscard]] bool await_ready() const noexcept { return boot_clock::now() >= end_; }
    void await_suspend(std::coroutine_handle<> self) {
        errand_.end_wait_ = [this, self] { go_on(self); };
        errand_.alarm(end_);
    }
    void await_resume() { errand_.alarm(core::never); }

private:
    void go_on(std::coroutine_handle<> self) {
        if (boot_clock::now() >= end_) return errand_.proceed(self);
        await_suspend(self);  // Nudged, or stopped: it is short anyway.
    }

    errand& errand_;
    const core::time_point end_;
};

runtime::task<void> errand::back_off(unsigned tries) {
    constexpr core::duration least = std::chrono::microseconds{50};
    constexpr unsigned doublings = 9;  // About 25 ms.
    const auto most = least * (1U << std::min(tries, doublings));
    const auto span = std::chrono::duration_cast<core::duration>(most * runtime::system_entropy{}.fraction());
    nap rest{*this, span};
    co_await rest;
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
