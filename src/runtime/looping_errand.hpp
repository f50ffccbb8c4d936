// SPDX-License-Identifier: Apache-2.0
// A call of several steps that runs on the client's loop; its result goes to a callback.
#pragma once

#include <interlock/detail/async_call.hpp>

#include "runtime/errand.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// Lives until its work has ended, and keeps the client alive as long. Made by `start_errand`.
class looping_errand final : public errand, public std::enable_shared_from_this<looping_errand> {
public:
    looping_errand(std::shared_ptr<session> in, patience wait);
    ~looping_errand() override;

    void proceed(std::coroutine_handle<> next) override;
    void nudge() override;
    [[nodiscard]] runtime::task<attempt> acquire(std::shared_ptr<lock_handle> lock) override;

    /// Stops it as soon as `call` is cancelled.
    void obey(const std::shared_ptr<async_call>& call);

private:
    void alarm(core::time_point when) override;

    /// How other threads reach the errand: they never own it, so that it (and with it, perhaps, the client)
    /// ends on the loop and nowhere else.
    class line;
    std::shared_ptr<line> line_;
    std::shared_ptr<async_call> call_;
    port::loop::id timer_ = 0;
};

/// What an exception says, as a value.
[[nodiscard]] failure failure_of(const std::exception_ptr& thrown);

template <class T, class Make>
runtime::detached drive(std::shared_ptr<looping_errand> where, Make make,
                        unique_function<void(failure, T)> then) {
    failure why;
    T got{};
    try {
        auto work = make(*where);
        got = co_await work;
    } catch (...) {
        why = failure_of(std::current_exception());
    }
    where = nullptr;  // First: `then` may be the last thing that the client was needed for.
    then(std::move(why), std::move(got));
}

/// Runs the task that `make(errand&)` gives on the loop; `then` is called there. Cancelling `call` ends its
/// waits. Throws `errc::forked` in a child.
template <class T, class Make>
void start_errand(const std::shared_ptr<session>& in, patience wait, const std::shared_ptr<async_call>& call,
                  Make make, unique_function<void(failure, T)> then) {
    if (in->forked()) throw error{in->forked_failure()};
    const auto where = std::make_shared<looping_errand>(in, wait);
    where->obey(call);
    in->post([where, make = std::move(make), then = std::move(then)]() mutable {
        drive<T>(std::move(where), std::move(make), std::move(then));
    });
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
