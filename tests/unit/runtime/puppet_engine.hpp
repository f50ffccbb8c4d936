// SPDX-License-Identifier: Apache-2.0
// An engine that does what a test tells it: for orders of events that real ones bring about only by chance.
#pragma once

#include <interlock/engine.hpp>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace interlock::test {

/// The strings of the puppet. One at a time.
struct puppet {
    puppet();
    /// Waits until the last client has closed: that may happen on a thread of the library.
    ~puppet();
    puppet(const puppet&) = delete;
    puppet& operator=(const puppet&) = delete;

    template <class Answer>
    using handler = port::handler<Answer>;

    // Unless a test says otherwise everything works at once.
    std::function<void(port::claim, handler<port::acquire_answer>)> on_acquire;
    std::function<void(port::owner_id, handler<port::plain_answer>)> on_withdraw;
    std::function<void(std::vector<port::renewal>, handler<std::vector<port::renew_answer>>)> on_renew;
    std::function<void(port::owner_id, handler<port::plain_answer>)> on_release;

    /// The answer to a claim that wins.
    [[nodiscard]] port::acquire_answer granted(std::chrono::milliseconds lease = std::chrono::seconds{30});
    /// What was asked for so far: "acquire", "withdraw", "renew", "release", "close".
    [[nodiscard]] std::vector<std::string> log() const;
    [[nodiscard]] std::size_t count(const std::string& what) const;
    void note(const char* what);

    port::listener* events = nullptr;
    port::loop* loop = nullptr;
    std::atomic<bool> closed{false};
    std::atomic<int> engines{0};

private:
    std::atomic<std::uint64_t> fence_{0};
    mutable std::mutex guard_;
    std::vector<std::string> log_;
};

}  // namespace interlock::test
