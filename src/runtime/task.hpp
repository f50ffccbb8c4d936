// SPDX-License-Identifier: Apache-2.0
// A coroutine that is awaited by one other: the steps of a call as straight code.
#pragma once

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace interlock::runtime {

template <class T>
class task;

namespace detail {

/// What the promises of all tasks share.
struct task_promise_base {
    std::coroutine_handle<> parent{};  // Set once the parent has really been suspended for it.
    std::exception_ptr failed{};

    struct hand_back {
        [[nodiscard]] bool await_ready() const noexcept { return false; }
        template <class Promise>
        std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) const noexcept {
            const auto parent = self.promise().parent;
            return parent ? parent : std::coroutine_handle<>{std::noop_coroutine()};
        }
        void await_resume() const noexcept {}
    };

    [[nodiscard]] std::suspend_always initial_suspend() const noexcept { return {}; }
    [[nodiscard]] hand_back final_suspend() const noexcept { return {}; }
    void unhandled_exception() noexcept { failed = std::current_exception(); }
    void rethrow() const {
        if (failed) std::rethrow_exception(failed);
    }
};

template <class T>
struct task_promise : task_promise_base {
    std::optional<T> value{};
    [[nodiscard]] task<T> get_return_object() noexcept;
    void return_value(T given) { value.emplace(std::move(given)); }
    [[nodiscard]] T take() {
        rethrow();
        return *std::move(value);
    }
};

template <>
struct task_promise<void> : task_promise_base {
    [[nodiscard]] task<void> get_return_object() noexcept;
    void return_void() const noexcept {}
    void take() const { rethrow(); }
};

}  // namespace detail

/// Starts when it is awaited or `start`ed and then runs inside that call as far as it can, so that a loop of
/// tasks that never suspend keeps the stack flat. It and its parents are only ever resumed by one thread at a
/// time; who resumes them sees to that.
template <class T>
class [[nodiscard]] task {
public:
    using promise_type = detail::task_promise<T>;

    explicit task(std::coroutine_handle<promise_type> made) noexcept : frame_{made} {}
    task(task&& other) noexcept : frame_{std::exchange(other.frame_, {})} {}
    task& operator=(task&&) = delete;
    ~task() {
        if (frame_) frame_.destroy();
    }

    void start() { frame_.resume(); }
    [[nodiscard]] bool done() const noexcept { return frame_.done(); }
    /// What it returned or threw; once.
    [[nodiscard]] T result() { return frame_.promise().take(); }

    [[nodiscard]] bool await_ready() {
        start();
        return done();
    }
    void await_suspend(std::coroutine_handle<> parent) noexcept { frame_.promise().parent = parent; }
    T await_resume() { return result(); }

private:
    std::coroutine_handle<promise_type> frame_;
};

namespace detail {

template <class T>
task<T> task_promise<T>::get_return_object() noexcept {
    return task<T>{std::coroutine_handle<task_promise<T>>::from_promise(*this)};
}

inline task<void> task_promise<void>::get_return_object() noexcept {
    return task<void>{std::coroutine_handle<task_promise<void>>::from_promise(*this)};
}

}  // namespace detail

/// A coroutine that nobody waits for: it runs at once and frees itself at its end. It must not throw.
struct detached {
    struct promise_type {
        detached get_return_object() const noexcept { return {}; }
        [[nodiscard]] std::suspend_never initial_suspend() const noexcept { return {}; }
        [[nodiscard]] std::suspend_never final_suspend() const noexcept { return {}; }
        void return_void() const noexcept {}
        void unhandled_exception() const noexcept { std::terminate(); }
    };
};

}  // namespace interlock::runtime
