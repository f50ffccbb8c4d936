// SPDX-License-Identifier: Apache-2.0
// The event loop of one client, on Asio.
#include "runtime/loop.hpp"

#include <fcntl.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>

#include "runtime/background.hpp"
#include "runtime/timer_set.hpp"

namespace interlock::runtime {

namespace asio = boost::asio;

class io_loop::state : public std::enable_shared_from_this<io_loop::state> {
public:
    explicit state(const asio::any_io_executor& users)
        : strand_{asio::make_strand(users)}, timer_{strand_, new_timer()}, started_{true} {}

    state() : state{asio::any_io_executor{}, 0} {}

    void post(callback work);
    id at(boot_clock::time_point when, callback work);
    id on_readable(int fd, callback work);
    void cancel(id registered) noexcept;
    void stop() noexcept;
    [[nodiscard]] bool running_here() const noexcept { return runner_ == std::this_thread::get_id(); }
    void begin() { wait_for_timer(); }

private:
    struct watch {
        watch(const asio::strand<asio::any_io_executor>& on, int fd, callback f)
            : descriptor{on, fd}, work{std::move(f)} {}
        asio::posix::stream_descriptor descriptor;
        callback work;
        bool ended = false;
    };

    state(const asio::any_io_executor&, int)
        : own_{std::in_place, 1},
          strand_{asio::make_strand(asio::any_io_executor{own_->get_executor()})},
          timer_{strand_, new_timer()} {}

    static int new_timer();
    void start_if_needed();
    void arm(boot_clock::time_point when) noexcept;
    void wait_for_timer();
    void run_due_timers();
    callback next_due();
    void wait_for(const std::shared_ptr<watch>& w);
    void run(callback& work);
    /// What the callback owns goes on the loop, too: `running_here` is true in its destructors.
    void run_once(callback& work) {
        callback both{[&work] {
            work();
            work = nullptr;
        }};
        run(both);
    }
    void close_descriptors();

    std::optional<asio::io_context> own_;
    asio::strand<asio::any_io_executor> strand_;
    asio::posix::stream_descriptor timer_;
    std::thread thread_;
    std::atomic<std::thread::id> runner_{};

    std::mutex guard_;
    std::condition_variable idle_;
    bool started_ = false;
    bool stopped_ = false;
    bool busy_ = false;
    id last_id_ = 0;
    timer_set timers_;
    std::unordered_map<id, std::shared_ptr<watch>> watches_;
    boot_clock::time_point armed_for_ = boot_clock::time_point::max();
};

int io_loop::state::new_timer() {
    const int fd = ::timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (fd < 0) throw error{fail(errc::unavailable, "cannot make a timer: out of file descriptors?")};
    return fd;
}

void io_loop::state::start_if_needed() {
    if (started_ || stopped_) return;
    // The thread keeps this alive, so a loop may be dropped by one of its own callbacks.
    thread_ = background("interlock-io", [self = shared_from_this()] {
        const auto work = asio::make_work_guard(*self->own_);
        self->own_->run();
    });
    started_ = true;
}

void io_loop::state::post(callback work) {
    const std::lock_guard lock{guard_};
    if (stopped_) return;
    start_if_needed();
    asio::post(strand_, [weak = weak_from_this(), f = std::move(work)]() mutable {
        if (const auto self = weak.lock()) self->run_once(f);
    });
}

/// Runs one callback, unless the loop was stopped meanwhile.
void io_loop::state::run(callback& work) {
    {
        const std::lock_guard lock{guard_};
        if (stopped_) return;
        busy_ = true;
    }
    runner_ = std::this_thread::get_id();
    work();
    runner_ = std::thread::id{};
    const std::lock_guard lock{guard_};
    busy_ = false;
    idle_.notify_all();
}

port::loop::id io_loop::state::at(boot_clock::time_point when, callback work) {
    const std::lock_guard lock{guard_};
    const id number = ++last_id_;
    if (stopped_) return number;
    start_if_needed();
    timers_.add(number, when, std::move(work));
    if (when < armed_for_) arm(when);
    return number;
}

/// Sets the one timer. A past time fires at once; zero would disarm it.
void io_loop::state::arm(boot_clock::time_point when) noexcept {
    armed_for_ = when;
    const auto since_boot = std::max(when.time_since_epoch(), boot_clock::duration{1});
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since_boot);
    itimerspec setting{};
    setting.it_value.tv_sec = seconds.count();
    setting.it_value.tv_nsec = (since_boot - seconds).count();
    ::timerfd_settime(timer_.native_handle(), TFD_TIMER_ABSTIME, &setting, nullptr);
}

void io_loop::state::wait_for_timer() {
    timer_.async_wait(asio::posix::stream_descriptor::wait_read,
                      asio::bind_executor(strand_, [weak = weak_from_this()](boost::system::error_code ec) {
                          const auto self = weak.lock();
                          if (ec || !self) return;
                          self->run_due_timers();
                          self->wait_for_timer();
                      }));
}

void io_loop::state::run_due_timers() {
    std::uint64_t expirations = 0;
    [[maybe_unused]] const auto got = ::read(timer_.native_handle(), &expirations, sizeof expirations);
    while (auto work = next_due()) run_once(work);
}

port::loop::callback io_loop::state::next_due() {
    const std::lock_guard lock{guard_};
    if (auto work = timers_.take_due(boot_clock::now())) return work;
    armed_for_ = boot_clock::time_point::max();
    if (timers_.next() < armed_for_) arm(timers_.next());
    return {};
}

port::loop::id io_loop::state::on_readable(int fd, callback work) {
    const int own_fd = ::fcntl(fd, F_DUPFD_CLOEXEC, 0);  // Asio closes what it watches; `fd` is not ours.
    if (own_fd < 0)
        throw error{fail(errc::unavailable, "cannot watch a file descriptor: out of descriptors?")};
    const std::lock_guard lock{guard_};
    const id number = ++last_id_;
    if (stopped_) {
        ::close(own_fd);
        return number;
    }
    start_if_needed();
    auto added = std::make_shared<watch>(strand_, own_fd, std::move(work));
    watches_.emplace(number, added);
    asio::post(strand_, [weak = weak_from_this(), added] {
        if (const auto self = weak.lock()) self->wait_for(added);
    });
    return number;
}

void io_loop::state::wait_for(const std::shared_ptr<watch>& w) {
    {
        const std::lock_guard lock{guard_};
        if (w->ended || stopped_) return;
    }
    w->descriptor.async_wait(asio::posix::stream_descriptor::wait_read,
                             [weak = weak_from_this(), w](boost::system::error_code ec) {
                                 const auto self = weak.lock();
                                 if (ec || !self) return;
                                 bool ended = false;
                                 {
                                     const std::lock_guard lock{self->guard_};
                                     ended = w->ended;
                                 }
                                 if (!ended) self->run(w->work);
                                 self->wait_for(w);
                             });
}

void io_loop::state::cancel(id registered) noexcept {
    std::shared_ptr<watch> ended;
    callback dropped;  // Destroyed outside the mutex: it may own things that call back.
    const std::lock_guard lock{guard_};
    if ((dropped = timers_.take(registered))) return;
    if (const auto found = watches_.find(registered); found != watches_.end()) {
        ended = std::move(found->second);
        watches_.erase(found);
        ended->ended = true;
        // The descriptor belongs to the strand: it is closed there.
        asio::post(strand_, [ended] {
            boost::system::error_code ignored;
            ended->descriptor.close(ignored);
        });
    }
}

/// On the user's executor the descriptors belong to the strand; on our own they go with the context.
void io_loop::state::close_descriptors() {
    if (own_) return own_->stop();
    asio::post(strand_, [self = shared_from_this()] {
        boost::system::error_code ignored;
        self->timer_.close(ignored);
        for (auto& [number, w] : self->watches_) w->descriptor.close(ignored);
    });
}

void io_loop::state::stop() noexcept {
    timer_set dropped;
    {
        std::unique_lock lock{guard_};
        if (!stopped_) {
            stopped_ = true;
            std::swap(dropped, timers_);
            for (auto& [number, w] : watches_) w->ended = true;
            close_descriptors();
        }
        if (!running_here()) idle_.wait(lock, [this] { return !busy_; });
    }
    if (!thread_.joinable()) return;
    if (thread_.get_id() == std::this_thread::get_id()) {
        thread_.detach();
    } else {
        thread_.join();
    }
}

io_loop::io_loop() : state_{std::make_shared<state>()} { state_->begin(); }
io_loop::io_loop(const asio::any_io_executor& users) : state_{std::make_shared<state>(users)} {
    state_->begin();
}
io_loop::~io_loop() { stop(); }

void io_loop::post(callback work) { state_->post(std::move(work)); }
port::loop::id io_loop::at(boot_clock::time_point when, callback work) {
    return state_->at(when, std::move(work));
}
port::loop::id io_loop::on_readable(int fd, callback work) {
    return state_->on_readable(fd, std::move(work));
}
void io_loop::cancel(id registered) noexcept { state_->cancel(registered); }
bool io_loop::running_here() const noexcept { return state_ != nullptr && state_->running_here(); }
void io_loop::stop() noexcept {
    if (state_ != nullptr) state_->stop();
}
void io_loop::abandon() noexcept {
    // Destroying it would touch the parent's descriptors and a thread that is not in this process.
    [[maybe_unused]] static thread_local std::shared_ptr<state>* leaked = nullptr;
    leaked = new std::shared_ptr<state>(std::move(state_));
}

}  // namespace interlock::runtime
