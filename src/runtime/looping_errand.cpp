// SPDX-License-Identifier: Apache-2.0
// A call of several steps that runs on the client's loop.
#include "runtime/looping_errand.hpp"

#include <mutex>
#include <new>
#include <utility>

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

class looping_errand::line {
public:
    enum class why : std::uint8_t { look_again, stop };

    explicit line(looping_errand* of) : of_{of} {}

    /// Ends the wait that is under way; to stop it, all that would follow, too.
    void ring(why reason) {
        const std::lock_guard lock{guard_};  // The errand, and so the client, cannot end meanwhile.
        if (of_ == nullptr) return;
        if (reason == why::stop) of_->stop();
        of_->in()->post([weak = of_->weak_from_this()] {
            if (const auto self = weak.lock()) self->interrupt();
        });
    }
    void cut() {
        const std::lock_guard lock{guard_};
        of_ = nullptr;
    }

private:
    std::mutex guard_;
    looping_errand* of_;
};

looping_errand::looping_errand(std::shared_ptr<session> in, patience wait)
    : errand{std::move(in), wait ? boot_clock::now() + *wait : core::never},
      line_{std::make_shared<line>(this)} {}

looping_errand::~looping_errand() {
    line_->cut();
    if (timer_ != 0) in()->loop().cancel(timer_);
}

void looping_errand::proceed(std::coroutine_handle<> next) {
    in()->post([next] { next.resume(); });
}

void looping_errand::nudge() { line_->ring(line::why::look_again); }

void looping_errand::obey(const std::shared_ptr<async_call>& call) {
    call_ = call;
    call->when_canceled([to = line_] { to->ring(line::why::stop); });
}

void looping_errand::alarm(core::time_point when) {
    if (timer_ != 0) in()->loop().cancel(std::exchange(timer_, 0));
    if (when != core::never)
        timer_ = in()->loop().at(when, [to = line_] { to->ring(line::why::look_again); });
}

runtime::task<attempt> looping_errand::acquire(std::shared_ptr<lock_handle> lock) {
    if (stopped())
        co_return attempt{hold{}, fail(errc::canceled, "canceled before waiting for '" + lock->name() + "'")};
    patience left;
    if (until() != core::never) left = std::max(until() - boot_clock::now(), core::duration{0});
    std::shared_ptr<tenancy> waiting;
    // After its arrival, which was posted, too.
    const wait_here here{*this, core::never, [&waiting] {
                             if (waiting) waiting->cancel();
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
