// SPDX-License-Identifier: Apache-2.0
// A call of several steps that runs on the client's loop.
#include "runtime/looping_errand.hpp"

#include <new>
#include <utility>

#include "runtime/alarms.hpp"
#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

void async_call::cancel() noexcept {
    std::function<void()> how;
    {
        const std::lock_guard lock{guard_};
        canceled_ = true;
        how = std::exchange(how_, nullptr);
    }
    if (how) how();
}

void async_call::when_canceled(std::function<void()> how) {
    {
        const std::lock_guard lock{guard_};
        if (!canceled_) {
            how_ = std::move(how);
            return;
        }
    }
    how();
}

looping_errand::looping_errand(std::shared_ptr<session> in, patience wait)
    : errand{std::move(in), wait ? boot_clock::now() + *wait : core::never} {}

looping_errand::~looping_errand() {
    if (timer_ != 0) runtime::alarms().cancel(timer_);
}

void looping_errand::proceed(std::coroutine_handle<> next) {
    in()->post([next] { next.resume(); });
}

void looping_errand::nudge() {
    in()->post([self = shared_from_this()] { self->interrupt(); });
}

void looping_errand::obey(const std::shared_ptr<async_call>& call) {
    call_ = call;
    call->when_canceled([weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self) return;
        self->stop();
        self->nudge();
    });
}

void looping_errand::alarm(core::time_point when) {
    if (timer_ != 0) runtime::alarms().cancel(std::exchange(timer_, 0));
    if (when == core::never) return;
    timer_ = runtime::alarms().at(when, [weak = weak_from_this()] {
        if (const auto self = weak.lock()) self->nudge();
    });
}

runtime::task<attempt> looping_errand::acquire(std::shared_ptr<lock_handle> lock) {
    if (stopped())
        co_return attempt{hold{}, fail(errc::canceled, "canceled before waiting for '" + lock->name() + "'")};
    patience left;
    if (until() != core::never) left = std::max(until() - boot_clock::now(), core::duration{0});
    std::shared_ptr<tenancy> waiting;
    const wait_here here{*this, core::never, [this, &waiting, &lock] {
                             auto why =
                                 fail(errc::canceled, "canceled while waiting for '" + lock->name() + "'");
                             if (waiting) in()->withdraw(waiting, std::move(why));
                         }};
    co_return co_await ask<attempt>([&waiting, &lock, left](port::handler<attempt> done) {
        waiting = lock->start(left, std::move(done));
    });
}

failure failure_of(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::system_error& e) {
        return {e.code(), e.what()};
    } catch (const std::bad_alloc&) {
        return {std::make_error_code(std::errc::not_enough_memory), "out of memory"};
    } catch (const std::exception& e) {
        return fail(errc::protocol, e.what());
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
