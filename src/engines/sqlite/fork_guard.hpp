// SPDX-License-Identifier: Apache-2.0
// Keeps SQLite connections from crossing a fork.
#pragma once

namespace interlock::sqlite {

/// What must be told of a fork. While it is registered, no fork happens between `before_fork` and one of
/// the others on the same thread.
class forkable {
public:
    virtual void before_fork() noexcept = 0;
    virtual void after_fork_in_parent() noexcept = 0;
    virtual void after_fork_in_child() noexcept = 0;

protected:
    ~forkable() = default;
};

/// Registers with the process for as long as it lives. Neither end may run inside the three calls.
class fork_guard {
public:
    explicit fork_guard(forkable& told);
    ~fork_guard();
    fork_guard(const fork_guard&) = delete;
    fork_guard& operator=(const fork_guard&) = delete;

private:
    forkable& told_;
};

}  // namespace interlock::sqlite
