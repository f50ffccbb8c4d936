// SPDX-License-Identifier: Apache-2.0
// Calls a user back for the changes of a cell.
#include "sync/cell_subscription.hpp"

#include <interlock/cell.hpp>

#include "runtime/cell_access.hpp"

namespace interlock {
inline namespace v0 {

cell_watch& cell_watch::operator=(cell_watch&& other) noexcept {
    if (this != &other) {
        if (running_) running_->end();
        running_ = std::move(other.running_);
    }
    return *this;
}

cell_watch::~cell_watch() {
    if (running_) running_->end();
}

namespace detail {

/// Suspends until the callback has returned.
class cell_subscription::calling_back {
public:
    calling_back(cell_subscription& of, errand& by, const cell_text& now) : of_{of}, by_{by}, now_{now} {}
    [[nodiscard]] bool await_ready() const noexcept { return false; }
    bool await_suspend(std::coroutine_handle<> self) {
        return of_.courier_.send([this, self] {
            if (!by_.stopped()) call();
            by_.proceed(self);
        });
    }
    void await_resume() const noexcept {}

private:
    void call() const noexcept {
        try {
            of_.changed_(now_);
        } catch (...) {  // Its contract: it may throw without harm.
        }
    }

    cell_subscription& of_;
    errand& by_;
    const cell_text& now_;
};

void cell_subscription::begin(const std::shared_ptr<session>& in, std::string key, std::uint64_t after) {
    start_errand<nothing>(
        in, {}, call_,
        [self = shared_from_this(), key = std::move(key), after](errand& by) {
            return self->follow(by, key, after);
        },
        on_result<nothing>{[](failure, nothing) {}});
}

runtime::task<nothing> cell_subscription::follow(errand& by, std::string key, std::uint64_t after) {
    constexpr unsigned longest_pause = 9;
    unsigned failures = 0;
    while (!by.stopped()) {
        const auto answer = co_await by.watch(key, after);
        if (answer.what != port::status::done) {
            failures = std::min(failures + 1, longest_pause);
            if (!by.stopped()) co_await by.back_off(failures);
            continue;
        }
        failures = 0;
        after = answer.now.version;
        const cell_text now{answer.now.value, answer.now.version, answer.now.fence};
        calling_back told{*this, by, now};
        co_await told;
    }
    co_return nothing{};
}

void cell_subscription::end() noexcept {
    if (generation_ != runtime::fork_generation()) return courier_.abandon();
    call_->cancel();
    courier_.finish(std::chrono::hours{24 * 365});
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
