// SPDX-License-Identifier: Apache-2.0
// The inside of a client: the state machines of its locks, and the engine, loop and clock they work with.
#pragma once

#include <interlock/engine.hpp>
#include <interlock/options.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "core/recursion.hpp"
#include "core/schedule.hpp"
#include "core/slot.hpp"
#include "runtime/clock.hpp"
#include "runtime/courier.hpp"
#include "runtime/entropy.hpp"
#include "runtime/fork.hpp"
#include "runtime/loop.hpp"
#include "runtime/tenancy.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

struct private_slots;

/// A slot, and who still needs it.
struct slot_entry {
    core::slot machine;
    std::size_t users = 0;          // Lock handles; of a private slot the one acquisition that it is for.
    bool is_private = false;        // Not found by name.
    private_slots* home = nullptr;  // Of a private slot: where it is kept for the next acquisition.
    port::owner_id listed{};        // The owner under which the session finds it; zero: none.
};

/// All state is guarded by one mutex that is never held while the engine or a caller is called. Whoever
/// brings an event (a caller's thread, or the loop) carries out the actions that follow from it. So a thread
/// that locks and unlocks runs the engine by itself, without a switch to another thread.
class session final : private port::listener {
public:
    /// `users`: run the loop on this executor instead of a thread of its own; may be null.
    [[nodiscard]] static std::shared_ptr<session> open(std::string_view url, client_options options,
                                                       const boost::asio::any_io_executor* users = nullptr);
    ~session() override;
    session(const session&) = delete;
    session& operator=(const session&) = delete;

    [[nodiscard]] const port::capabilities& can() const noexcept { return engine_->can(); }
    [[nodiscard]] port::engine& engine() noexcept { return *engine_; }
    [[nodiscard]] const label& who() const noexcept { return who_; }
    [[nodiscard]] bool forked() const noexcept { return generation_ != runtime::fork_generation(); }
    [[nodiscard]] failure forked_failure() const;

    // Slots: one a name for mutexes, where threads queue; one for each acquisition of everything else.
    [[nodiscard]] slot_entry* enter(const std::string& name);
    void forget(slot_entry* entry) noexcept;
    /// A lock handle goes.
    void disown(private_slots& of) noexcept;
    /// Renews holds with such terms together with others that are due a little later.
    void plan_for(const lock_options& terms);

    // Acquisitions.
    void arrive(const std::shared_ptr<tenancy>& who);
    void withdraw(const std::shared_ptr<tenancy>& who, failure why);
    [[nodiscard]] attempt reenter(const std::string& name, std::uint64_t thread, mode as);
    /// One level less of a recursive hold.
    [[nodiscard]] core::recursion::left leave_level(const std::shared_ptr<tenancy>& who, mode level) noexcept;
    void leave(const std::shared_ptr<tenancy>& who) noexcept;
    void convert(const std::shared_ptr<tenancy>& who, core::slot::wish wanted);
    void give_up_conversion(const std::shared_ptr<tenancy>& who, failure why);
    void renew_now(const std::shared_ptr<tenancy>& who, port::handler<std::vector<port::renew_answer>> done);

    /// What this thread holds of this session while it waits for `wanted`, for engines that see who waits for
    /// whom. `among` becomes true if it holds one of the wanted names itself.
    [[nodiscard]] std::vector<port::owner_id> held_by_this_thread(const lock_handle& wanted, bool& among);
    /// The same without `mine`.
    [[nodiscard]] std::vector<port::owner_id> held_beside(const tenancy& mine);

    [[nodiscard]] core::time_point now() const noexcept { return time_.now(); }
    [[nodiscard]] port::loop& loop() noexcept { return *loop_; }
    /// Runs `work` on the loop.
    void post(port::loop::callback work) { loop_->post(std::move(work)); }
    [[nodiscard]] bool on_loop() const noexcept { return loop_->running_here(); }
    /// Waits until no release is on its way, at most `client_options::flush_timeout`.
    void flush() noexcept;

private:
    session(client_options options, const boost::asio::any_io_executor* users);
    void close() noexcept;
    void abandon() noexcept;

    // What the engine finds out.
    void lost(port::owner_id owner, failure why) noexcept override;
    void waiting(port::owner_id owner) noexcept override;
    void contended(port::owner_id owner) noexcept override;

    template <class Event>
    void feed(slot_entry& entry, Event& event, core::time_point now, core::actions& todo);
    template <class Event>
    void step(slot_entry& entry, Event event);
    template <class Event>
    bool step(const port::owner_id& owner, Event event);
    void settle(slot_entry& entry);
    void end(slot_entry& entry);
    [[nodiscard]] slot_entry& place_for(tenancy& who);
    void arm();
    void tick();
    void retire();
    void drive(core::actions todo);
    void renew(core::actions& todo);
    void on_acquired(const port::owner_id& owner, port::acquire_answer answer);
    void on_left(const port::owner_id& owner, port::plain_answer answer);
    void on_converted(const port::owner_id& owner, unsigned request, port::acquire_answer answer);
    void on_renewed(const std::vector<port::renew_answer>& answers);

    void act(core::do_acquire& todo);
    void act(core::do_withdraw& todo);
    void act(core::do_release& todo);
    void act(core::do_convert& todo);
    void act(core::do_renew&) {}
    void act(core::tell_granted& news);
    void act(core::tell_busy& news);
    void act(core::tell_failed& news);
    void act(core::tell_extended& news);
    void act(core::tell_lost& news);
    void act(core::tell_released& news);
    void act(core::tell_converted& news);
    void act(core::tell_event& news);

    const client_options options_;
    const std::uint32_t generation_ = runtime::fork_generation();
    const label who_;
    runtime::system_time time_;
    runtime::system_entropy chance_;
    runtime::courier events_{"interlock-event", 1024};
    runtime::courier losses_{"interlock-lost", 1U << 20U};
    std::unique_ptr<runtime::io_loop> loop_;
    std::unique_ptr<port::engine> engine_;

    std::mutex guard_;
    std::condition_variable idle_;
    std::unordered_map<std::string, std::unique_ptr<slot_entry>> slots_;
    std::unordered_map<slot_entry*, std::unique_ptr<slot_entry>> private_slots_;
    std::unordered_map<port::owner_id, slot_entry*> by_owner_;
    core::schedule<slot_entry> schedule_;
    core::recursion recursion_;
    core::duration horizon_{0};  // Holds due within it are renewed together.
    core::time_point armed_for_ = core::never;
    port::loop::id timer_ = 0;
    std::size_t leaving_ = 0;
    std::uint64_t dropped_events_ = 0;
    // Shared with its thread, which may still be inside it when the session has gone.
    const std::shared_ptr<const std::function<void(const event&)>> hook_;
};

}  // namespace detail
}  // namespace v0
}  // namespace interlock
