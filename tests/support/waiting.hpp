// SPDX-License-Identifier: Apache-2.0
// Waiting for an event with a deadline: the only way in which a test may let real time pass.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

namespace interlock::test {

/// Long enough for any machine under a sanitizer; a test that is right never waits this long.
inline constexpr std::chrono::seconds patience{20};

/// Whether `condition` became true within `limit`. For states without an event of their own.
template <class Condition>
[[nodiscard]] bool eventually(Condition condition, std::chrono::milliseconds limit = patience) {
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return true;
}

/// Where one answer arrives, from any thread.
template <class Answer>
class awaited {
public:
    /// The completion handler. Only the first answer is kept; `times` tells whether there were more.
    [[nodiscard]] auto handler() {
        return [box = box_](Answer answer) {
            const std::lock_guard guard{box->mutex};
            if (box->answers++ == 0) box->answer = std::move(answer);
            box->arrived.notify_all();
        };
    }

    /// The answer; throws if it does not come within `limit`.
    [[nodiscard]] Answer get(std::chrono::milliseconds limit = patience) {
        std::unique_lock guard{box_->mutex};
        if (!box_->arrived.wait_for(guard, limit, [&] { return box_->answers > 0; }))
            throw std::runtime_error{"no answer in time"};
        return *box_->answer;
    }

    /// Whether the answer has come.
    [[nodiscard]] bool ready() const { return times() > 0; }
    /// How often an answer came; more than once is a fault of the engine.
    [[nodiscard]] int times() const {
        const std::lock_guard guard{box_->mutex};
        return box_->answers;
    }

private:
    struct box {
        std::mutex mutex;
        std::condition_variable arrived;
        std::optional<Answer> answer;
        int answers = 0;
    };
    std::shared_ptr<box> box_ = std::make_shared<box>();
};

}  // namespace interlock::test
