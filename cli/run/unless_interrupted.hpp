// SPDX-License-Identifier: Apache-2.0
// Calls of the library that wait, on a thread of their own, so that the main thread stays free for signals.
#pragma once

#include "exit_code.hpp"
#include "posix/signals.hpp"
#include "posix/unique_fd.hpp"

#include <sys/eventfd.h>
#include <exception>
#include <functional>
#include <interlock/error.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace cli {

/// What a person is waiting for, in a sentence; asked only if the wait is a long one. If the engine cannot
/// tell, nothing is said.
using reason_to_wait = std::function<std::string()>;

/// Waits until `done` is readable or a signal has arrived, which is returned. A person who waits for more
/// than a second is told what for.
[[nodiscard]] std::optional<int> await(int done, signal_source& signals, const reason_to_wait& why);

/// Warns of a failure that came too late to matter, unless it is the cancellation that was asked for.
void tell_late_failure(const std::exception_ptr& failed);

/// One call, under way from its construction on.
template <class Result>
class background_call {
public:
    explicit background_call(std::function<Result(std::stop_token)> work)
        : done_{checked(::eventfd(0, EFD_CLOEXEC), "cannot make an event")},
          thread_{[this, work = std::move(work)](std::stop_token stop) {
              try {
                  got_.emplace(work(std::move(stop)));
              } catch (...) {
                  failed_ = std::current_exception();
              }
              ::eventfd_write(done_.get(), 1);
          }} {}

    /// Readable when it has ended.
    [[nodiscard]] int fd() const noexcept { return done_.get(); }

    /// Waits for the end: its result. Throws what it threw.
    [[nodiscard]] Result take() {
        thread_.join();
        if (failed_) std::rethrow_exception(failed_);
        return *std::move(got_);
    }

    /// Asks it to end soon and waits for that; a result that came nevertheless is given back.
    void abandon() {
        thread_.request_stop();
        thread_.join();
        if (failed_) tell_late_failure(failed_);
        got_.reset();
    }

private:
    unique_fd done_;
    std::optional<Result> got_;
    std::exception_ptr failed_;
    std::jthread thread_;  // Last, so that it ends before what it uses.
};

/// The result of `work`. Throws what it threw, or `interrupted` if a signal came first.
template <class Result>
[[nodiscard]] Result unless_interrupted(signal_source& signals, std::function<Result(std::stop_token)> work,
                                        const reason_to_wait& why) {
    background_call<Result> call{std::move(work)};
    if (const auto signal = await(call.fd(), signals, why)) {
        call.abandon();
        throw interrupted{*signal};
    }
    return call.take();
}

}  // namespace cli
