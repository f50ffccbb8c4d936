// SPDX-License-Identifier: Apache-2.0
// Runs the user's callbacks on a thread of their own.
#include "runtime/courier.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "runtime/background.hpp"

namespace interlock::runtime {

struct courier::state {
    explicit state(std::size_t most) : bound{most} {}
    const std::size_t bound;
    std::mutex guard;
    std::condition_variable changed;
    std::deque<work> waiting;
    bool started = false;
    bool running = false;
    bool finished = false;
    std::thread::id thread;
};

courier::courier(const char* thread_name, std::size_t bound)
    : thread_name_{thread_name}, state_{std::make_shared<state>(bound)} {}

courier::~courier() { finish(std::chrono::milliseconds{0}); }

bool courier::send(work what) {
    const std::lock_guard lock{state_->guard};
    if (state_->finished || state_->waiting.size() >= state_->bound) return false;
    state_->waiting.push_back(std::move(what));
    if (!state_->started) {
        // Detached: a callback that never returns must not keep the client from closing.
        background(thread_name_, [shared = state_] { run(shared); }).detach();
        state_->started = true;
    }
    state_->changed.notify_all();
    return true;
}

void courier::run(const std::shared_ptr<state>& shared) {
    std::unique_lock lock{shared->guard};
    shared->thread = std::this_thread::get_id();
    while (true) {
        shared->changed.wait(lock, [&] { return shared->finished || !shared->waiting.empty(); });
        if (shared->waiting.empty()) return;
        auto next = std::move(shared->waiting.front());
        shared->waiting.pop_front();
        shared->running = true;
        lock.unlock();
        try {
            next();
        } catch (...) {  // The hook's contract: it may throw without harm.
        }
        next = nullptr;
        lock.lock();
        shared->running = false;
        shared->changed.notify_all();
    }
}

void courier::finish(std::chrono::milliseconds time) noexcept {
    if (state_ == nullptr) return;
    std::deque<work> dropped;
    std::unique_lock lock{state_->guard};
    if (state_->thread != std::this_thread::get_id()) {
        state_->changed.wait_for(lock, time, [&] { return state_->waiting.empty() && !state_->running; });
    }
    state_->finished = true;
    dropped.swap(state_->waiting);
    state_->changed.notify_all();
}

void courier::abandon() noexcept {
    [[maybe_unused]] static thread_local std::shared_ptr<state>* leaked = nullptr;
    leaked = new std::shared_ptr<state>(std::move(state_));
}

}  // namespace interlock::runtime
