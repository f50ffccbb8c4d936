// SPDX-License-Identifier: Apache-2.0
// The inside of a client: what callers want of their locks.
#include "runtime/lock_handle.hpp"
#include "runtime/session_step.hpp"
#include "runtime/thread_holds.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

void session::arrive(const std::shared_ptr<tenancy>& who) {
    core::actions todo;
    const auto now = time_.now();
    {
        const std::lock_guard lock{guard_};
        const auto arrive = [&](core::slot& s, core::time_point at, core::actions& out) {
            s.arrive(who, at, out);
        };
        feed(place_for(*who), arrive, now, todo);
    }
    drive(std::move(todo));
}

void session::withdraw(const std::shared_ptr<tenancy>& who, failure why) {
    step(who->entry(), [&](core::slot& s, core::time_point now, core::actions& out) {
        s.withdraw(who, std::move(why), now, out);
    });
}

void session::leave(const std::shared_ptr<tenancy>& who) noexcept {
    if (forked()) return;
    step(who->entry(),
         [&](core::slot& s, core::time_point now, core::actions& out) { s.leave(who, now, out); });
}

core::recursion::left session::leave_level(const std::shared_ptr<tenancy>& who, mode level) noexcept {
    if (who->thread == 0 || forked()) return core::recursion::left::nothing;
    const std::lock_guard lock{guard_};
    return recursion_.leave(who->name(), who->thread, who, level);
}

attempt session::reenter(const std::string& name, std::uint64_t thread, mode as) {
    const std::lock_guard lock{guard_};
    const auto again = recursion_.enter(name, thread, as);
    if (again.refused)
        return {hold{},
                fail(errc::deadlock, "this thread reads '" + name +
                                         "' and would wait for itself to write it; release it first")};
    return {again.who ? std::static_pointer_cast<tenancy>(again.who)->another_hold(as) : hold{}, {}};
}

std::vector<port::owner_id> session::held_by_this_thread(const lock_handle& wanted, bool& among) {
    std::vector<port::owner_id> out;
    const auto taken = runtime::taken_by_this_thread(*this, wanted.detects_deadlocks());
    if (taken.empty()) return out;
    const std::lock_guard lock{guard_};
    for (const auto& each : taken) {
        const auto& machine = each->entry().machine;
        if (!machine.is_holder(*each)) continue;
        out.push_back(machine.owner());
        for (const auto& item : wanted.items()) among = among || each->fence_of(item.name) != 0;
    }
    return out;
}

std::vector<port::owner_id> session::held_beside(const tenancy& mine) {
    bool among = false;
    auto out = held_by_this_thread(*mine.handle(), among);
    const std::lock_guard lock{guard_};
    std::erase(out, mine.entry().machine.owner());
    return out;
}

void session::convert(const std::shared_ptr<tenancy>& who, core::slot::wish wanted) {
    step(who->entry(), [&](core::slot& s, core::time_point now, core::actions& out) {
        s.convert(who, std::move(wanted), now, out);
    });
}

void session::give_up_conversion(const std::shared_ptr<tenancy>& who, failure why) {
    step(who->entry(), [&](core::slot& s, core::time_point, core::actions& out) {
        s.give_up_conversion(who, std::move(why), out);
    });
}

void session::on_converted(const port::owner_id& owner, unsigned request, port::acquire_answer answer) {
    step(owner, [&](core::slot& s, core::time_point now, core::actions& out) {
        s.converted(owner, request, std::move(answer), now, out);
    });
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
