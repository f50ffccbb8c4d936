// SPDX-License-Identifier: Apache-2.0
// The engine's life: opening, a file that goes away, forks, closing.
#include "engines/sqlite/engine.hpp"

#include <sys/stat.h>

#include "engines/sqlite/turn.hpp"

namespace interlock::sqlite {
namespace {

using namespace std::chrono_literals;
using port::status;

constexpr auto farewell = 200ms;  // How long closing may wait for a busy file.

outcome refused(errc code, std::string message) {
    return {.what = status::error, .why = fail(code, std::move(message))};
}

mode_t permissions_of(const std::string& path) noexcept {
    struct stat found {};
    return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 0777 : 0600;
}

}  // namespace

engine::engine(settings where, const port::context& host, host_facts facts)
    : host_{host},
      facts_{std::move(facts)},
      session_{host_.chance.draw_id()},
      db_{std::move(where), facts_, host_.time, host_.chance},
      processes_{host_.loop, facts_.self, [this](port::owner_id session) { on_process_end(session); }} {
    turn now{*this};
    if (const auto usable = ready(now); !usable) throw error{usable.why};
    sweep(now);
}

engine::~engine() { close(); }

const port::capabilities& engine::can() const noexcept {
    static const port::capabilities all{.shared = true,
                                        .upgradeable = true,
                                        .permits = true,
                                        .resize = true,
                                        .deadlock = true,
                                        .fair = true,
                                        .barging = true,
                                        .inspect = true,
                                        .evict = true,
                                        .cells = true,
                                        .watch = true,
                                        .contention = true,
                                        .max_items = 64,
                                        .min_lease = 100ms,
                                        .max_lease = 24h,
                                        .local_fence_bits = 8};
    return all;
}

/// Makes sure that the connection is to the file that is at the path now.
outcome engine::ready(turn& now) {
    if (forked_) return refused(errc::forked, "this client belongs to the parent process; make a new one");
    if (closed_) return refused(errc::closed, "the client was closed");
    if (db_.is_open() && !gone()) return {};
    if (db_.is_open()) forsake_file(now);
    if (auto why = db_.open(patience())) return {.what = status::error, .why = std::move(why)};
    if (db_.file_id() == file_id_) return {};  // The same file: closed for a fork.
    forsake_holds(now);
    auto entered = settle_in();
    if (!entered) db_.close();
    return entered;
}

/// Whether the file is no longer at its path. Looks at the path after news of the file, and now and then.
bool engine::gone() noexcept {
    const auto time = host_.time.now();
    if (!file_.news() && time < look_again_) return false;
    look_again_ = time + 500ms;
    return db_.moved();
}

/// Enters this engine into a file that is new to it.
outcome engine::settle_in() {
    processes_.clear();
    leave_loop();
    bell_.close();
    bell_.open(db_.path(), permissions_of(db_.path()), session_);
    file_.open(db_.path());
    auto entered = db_.write(patience(), [&](store& rows) { rows.add_session({session_, facts_.self}); });
    if (!entered) {
        bell_.close();
        return entered;
    }
    bell_watch_ = observe(bell_.descriptor(), [this] { on_bell(); });
    file_event_ = observe(file_.descriptor(), [this] { on_file_event(); });
    file_id_ = db_.file_id();
    return {};
}

/// Best effort: both signals have the re-check behind them.
port::loop::id engine::observe(int descriptor, port::loop::callback work) noexcept {
    if (descriptor < 0) return 0;
    try {
        return host_.loop.on_readable(descriptor, std::move(work));
    } catch (const error&) {  // Out of descriptors.
        return 0;
    }
}

void engine::leave_loop() noexcept {
    for (auto* const each : {&bell_watch_, &file_event_}) {
        if (*each != 0) host_.loop.cancel(*each);
        *each = 0;
    }
}

/// The file was removed or replaced: whoever opens the path now knows nothing of our holds.
void engine::forsake_file(turn& now) {
    db_.close();
    forsake_holds(now);
    if (!waiting_.empty() || !watches_.empty()) plan(host_.time.now());
}

void engine::forsake_holds(turn& now) {
    for (const auto& owner : held_) {
        end_upgrade(now, owner, {status::lost, {}, {}});
        now.later([this, owner] {
            host_.events.lost(owner, fail(errc::lost, "sqlite: " + db_.path() + " was removed or replaced"));
        });
    }
    held_.clear();
}

void engine::on_file_event() {
    turn now{*this};
    static_cast<void>(file_.news());
    if (db_.is_open() && db_.moved()) forsake_file(now);
}

void engine::before_fork() noexcept {
    guard_.lock();
    db_.close();
}

void engine::after_fork_in_parent() noexcept { guard_.unlock(); }

void engine::after_fork_in_child() noexcept {
    forked_ = true;
    bell_.abandon();
    file_.close();
    processes_.abandon();
    guard_.unlock();
}

void engine::close() noexcept {
    turn now{*this};
    if (closed_) return;
    if (!forked_) {
        take_leave(now);
        now.ring_for_the_last_time();
        leave_loop();
        for (const auto each : {timer_, retry_}) {
            if (each != 0) host_.loop.cancel(each);
        }
        processes_.clear();
        bell_.close();
        file_.close();
        db_.close();
    }
    closed_ = true;
}

/// Ends what is pending, in the file as far as a short wait allows, and here in any case.
void engine::take_leave(turn& now) noexcept {
    if (db_.is_open() && !db_.moved()) {
        static_cast<void>(now.write(
            [&](rows::book& book, store& rows) {
                for (const auto& [owner, claim] : waiting_) {
                    claim.wanted ? book.withdraw(owner) : book.stop_upgrade(owner);
                }
                for (const auto& each : returning_) static_cast<void>(book.release(each.owner, each.keep));
                // A session that still has claims stays: the end of its process frees them.
                if (rows.owners_of(session_, 1).empty()) rows.erase_session(session_);
            },
            farewell));
    }
    const auto closed = fail(errc::closed, "the client was closed");
    while (!waiting_.empty()) answer(now, waiting_.begin()->first, {status::error, {}, closed});
    for (auto& [request, watch] : watches_) {
        now.later([done = std::move(watch.done), closed]() mutable { done({status::error, {}, closed}); });
    }
    for (auto& each : returning_) {
        now.later([done = std::move(each.done), closed]() mutable { done({status::error, closed}); });
    }
    watches_.clear();
    returning_.clear();
}

}  // namespace interlock::sqlite
