// SPDX-License-Identifier: Apache-2.0
// The inside of a client: events go to the state machines, under the mutex.
#include "runtime/session.hpp"

#include "core/terms.hpp"
#include "runtime/background.hpp"
#include "runtime/exit_flush.hpp"
#include "runtime/identity.hpp"
#include "runtime/lock_handle.hpp"
#include "runtime/session_step.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

session::session(client_options options, const boost::asio::any_io_executor* users)
    : options_{std::move(options)},
      who_{runtime::this_process()},
      loop_{users != nullptr ? std::make_unique<runtime::io_loop>(*users)
                             : std::make_unique<runtime::io_loop>()},
      hook_{options_.on_event ? std::make_shared<const std::function<void(const event&)>>(options_.on_event)
                              : nullptr} {}

std::shared_ptr<session> session::open(std::string_view url, client_options options,
                                       const boost::asio::any_io_executor* users) {
    if (const auto why = core::check(options)) throw error{why};
    const auto where = port::url::parse(url);
    // A loop cannot be stopped from inside and then waited for: the last reference may go there.
    std::shared_ptr<session> out{new session{std::move(options), users}, [](session* last) {
                                     if (last->forked() || !last->on_loop()) return delete last;
                                     runtime::background("interlock-close", [last] { delete last; }).detach();
                                 }};
    out->engine_ = port::open_engine(where, {.loop = *out->loop_,
                                             .time = out->time_,
                                             .chance = out->chance_,
                                             .events = *out,
                                             .who = out->who_,
                                             .connect_timeout = out->options_.connect_timeout});
    runtime::flush_at_exit(out.get(), [](void* self) { static_cast<session*>(self)->flush(); });
    return out;
}

session::~session() {
    flush();  // First: a process that exits meanwhile waits for it.
    runtime::no_flush_at_exit(this);
    if (forked()) {
        abandon();
    } else {
        close();
    }
}

void session::close() noexcept {
    losses_.finish(options_.flush_timeout);
    events_.finish(options_.flush_timeout);
    loop_->stop();
    if (engine_) engine_->close();
}

/// Destroying these would touch threads and connections of the parent: let them be.
void session::abandon() noexcept {
    static_cast<void>(engine_.release());
    loop_->abandon();
    losses_.abandon();
    events_.abandon();
}

failure session::forked_failure() const {
    return fail(errc::forked, "this client belongs to the parent process; make a new one after fork()");
}

slot_entry* session::enter(const std::string& name) {
    const std::lock_guard lock{guard_};
    auto& entry = slots_[name];
    if (!entry) {
        entry.reset(new slot_entry{.machine = {{port::item{.name = name}}, who_, can(), chance_}});
    }
    ++entry->users;
    return entry.get();
}

void session::plan_for(const lock_options& terms) {
    const std::lock_guard lock{guard_};
    horizon_ = std::max<core::duration>(horizon_, core::renew_slack(terms.lease));
}

/// Under the mutex: the slot of the name, or one of its own. A thread that holds other locks never queues
/// behind others of its process: the engine, which sees who waits for whom, would not see that wait.
slot_entry& session::place_for(tenancy& who) {
    auto* const common = who.handle()->entry();
    if (common != nullptr && (who.holding.empty() || common->machine.at_rest())) {
        who.settle_in(*common);
        return *common;
    }
    auto& own = who.handle()->own_slots();
    auto* entry = std::exchange(own.spare, nullptr);
    if (entry == nullptr) {
        std::unique_ptr<slot_entry> made{new slot_entry{
            .machine = {who.handle()->items_to_ask(), who_, can(), chance_, core::slot::use::once},
            .is_private = true,
            .home = &own}};
        entry = made.get();
        own.all.push_back(entry);
        private_slots_.emplace(entry, std::move(made));
    }
    entry->users = 1;
    who.settle_in(*entry);
    return *entry;
}

/// Under the mutex: nobody needs it any more.
void session::end(slot_entry& entry) {
    if (entry.home != nullptr) {
        const bool free = entry.home->spare == nullptr || entry.home->spare == &entry;
        if (free && entry.machine.follows_limits()) {
            entry.home->spare = &entry;
            return;
        }
        std::erase(entry.home->all, &entry);
    }
    schedule_.forget(&entry);
    if (entry.is_private) {
        private_slots_.erase(&entry);
    } else {
        slots_.erase(std::string{entry.machine.name()});
    }
}

void session::disown(private_slots& of) noexcept {
    if (forked()) return;
    const std::lock_guard lock{guard_};
    for (auto* entry : of.all) entry->home = nullptr;
    if (of.spare != nullptr) end(*of.spare);
}

void session::forget(slot_entry* entry) noexcept {
    if (forked()) return;
    const std::lock_guard lock{guard_};
    --entry->users;
    settle(*entry);
}

/// After each event, under the mutex: keeps the books about one slot straight, or ends it.
void session::settle(slot_entry& entry) {
    const auto now_listed = entry.machine.engaged() ? entry.machine.owner() : port::owner_id{};
    if (now_listed != entry.listed) {
        by_owner_.erase(entry.listed);
        if (now_listed != port::owner_id{}) by_owner_.emplace(now_listed, &entry);
        entry.listed = now_listed;
    }
    if (leaving_ == 0) idle_.notify_all();
    if (entry.users == 0 && !entry.machine.engaged()) return end(entry);
    if (schedule_.want(&entry, entry.machine.next_tick())) arm();
}

/// Under the mutex: sets the one timer to the earliest need.
void session::arm() {
    const auto next = schedule_.next();
    if (next >= armed_for_) return;
    if (armed_for_ != core::never) loop_->cancel(timer_);
    armed_for_ = next;
    timer_ = loop_->at(next, [this] { tick(); });
}

void session::tick() {
    core::actions todo;
    const auto now = time_.now();
    {
        const std::lock_guard lock{guard_};
        // Another thread may have set the timer anew while this tick was about to start.
        if (armed_for_ != core::never) loop_->cancel(timer_);
        armed_for_ = core::never;
        const auto tick = [](core::slot& s, core::time_point at, core::actions& out) { s.tick(at, out); };
        for (auto* entry : schedule_.due(now + horizon_)) feed(*entry, tick, now, todo);
        if (schedule_.next() != core::never) arm();
    }
    drive(std::move(todo));
}

void session::lost(port::owner_id owner, failure why) noexcept {
    step(owner, [&](core::slot& s, core::time_point now, core::actions& out) {
        s.lost(owner, std::move(why), now, out);
    });
}

void session::waiting(port::owner_id owner) noexcept {
    step(owner, [&](core::slot& s, core::time_point now, core::actions& out) { s.waiting(owner, now, out); });
}

void session::contended(port::owner_id owner) noexcept {
    step(owner,
         [&](core::slot& s, core::time_point now, core::actions& out) { s.contended(owner, now, out); });
}

void session::on_acquired(const port::owner_id& owner, port::acquire_answer answer) {
    const bool granted = answer.what == port::status::done;
    const bool known = step(owner, [&](core::slot& s, core::time_point now, core::actions& out) {
        s.acquired(owner, std::move(answer), now, out);
    });
    // Its withdrawal overtook it on the way to the engine: whoever wanted it has gone.
    if (granted && !known) engine_->withdraw(owner, [](const port::plain_answer&) {});
}

void session::on_left(const port::owner_id& owner, port::plain_answer answer) {
    step(owner, [&](core::slot& s, core::time_point now, core::actions& out) {
        s.left(owner, std::move(answer), now, out);
    });
}

void session::on_renewed(const std::vector<port::renew_answer>& answers) {
    for (const auto& answer : answers) {
        step(answer.owner,
             [&](core::slot& s, core::time_point now, core::actions& out) { s.renewed(answer, now, out); });
    }
}

/// Locks that only linger are given back.
void session::retire() {
    core::actions todo;
    {
        const std::lock_guard lock{guard_};
        std::vector<slot_entry*> all;
        for (const auto& [name, entry] : slots_) all.push_back(entry.get());
        const auto retire = [](core::slot& s, core::time_point, core::actions& out) { s.retire(out); };
        for (auto* entry : all) feed(*entry, retire, time_.now(), todo);
    }
    drive(std::move(todo));
}

void session::flush() noexcept {
    if (forked()) return;
    retire();
    std::unique_lock lock{guard_};
    idle_.wait_for(lock, options_.flush_timeout, [this] { return leaving_ == 0; });
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
