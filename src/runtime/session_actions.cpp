// SPDX-License-Identifier: Apache-2.0
// The inside of a client: carries out what the state machines want done, outside the mutex.
#include <algorithm>
#include <iterator>

#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

/// The engine port takes so many renewals at a time.
constexpr std::size_t most_renewals = 256;

/// A renewal that did not happen always has a reason.
void explain(port::renew_answer& answer, const std::string& name) {
    if (answer.what == port::status::done) return;
    if (answer.what == port::status::unknown) answer.why.code = errc::unknown_outcome;
    if (answer.what == port::status::lost && !answer.why) {
        answer.why = fail(errc::lost, "'" + name + "' is not held any more");
    }
    if (!answer.why)
        answer.why = fail(errc::protocol, "the engine did not renew '" + name + "' and gave no reason");
}

tenancy& of(const core::tenant_ptr& who) noexcept { return static_cast<tenancy&>(*who); }

/// What this thread is carrying out. An engine that answers at once leads to new actions inside the
/// call; they are added here instead of being run inside each other, so that the stack stays flat.
struct agenda {
    const void* of = nullptr;
    core::actions* todo = nullptr;
};
thread_local agenda here;

}  // namespace

void session::drive(core::actions todo) {
    if (here.of == this) {
        std::move(todo.begin(), todo.end(), std::back_inserter(*here.todo));
        return;
    }
    struct restore {
        agenda before;
        ~restore() { here = before; }
    } const at_the_end{std::exchange(here, {this, &todo})};
    for (std::size_t i = 0; i < todo.size(); ++i) {
        auto next = std::move(todo[i]);  // The vector may grow while it is carried out.
        if (std::holds_alternative<core::do_renew>(next)) {
            todo[i] = std::move(next);
            renew(todo);
        } else {
            std::visit([this](auto& what) { act(what); }, next);
        }
    }
}

void session::act(core::do_acquire& todo) {
    const auto owner = todo.what.owner;
    engine_->acquire(std::move(todo.what),
                     [this, owner](port::acquire_answer answer) { on_acquired(owner, std::move(answer)); });
}

void session::act(core::do_withdraw& todo) {
    const auto owner = todo.owner;
    engine_->withdraw(owner, [this, owner](port::plain_answer answer) { on_left(owner, std::move(answer)); });
}

void session::act(core::do_release& todo) {
    const auto owner = todo.owner;
    engine_->release(owner, todo.keep,
                     [this, owner](port::plain_answer answer) { on_left(owner, std::move(answer)); });
}

void session::act(core::do_convert& todo) {
    const auto owner = todo.what.owner;
    engine_->convert(std::move(todo.what),
                     [this, owner, request = todo.request](port::acquire_answer answer) {
                         on_converted(owner, request, std::move(answer));
                     });
}

/// Sends all renewals of the agenda together, the oldest deadline first.
void session::renew(core::actions& todo) {
    std::vector<core::do_renew> due;
    for (auto& entry : todo) {
        if (auto* renewal = std::get_if<core::do_renew>(&entry);
            renewal != nullptr && renewal->lease.count() > 0) {
            due.push_back(*renewal);
            renewal->lease = {};  // Sent.
        }
    }
    std::sort(due.begin(), due.end(), [](const auto& a, const auto& b) { return a.deadline < b.deadline; });
    for (std::size_t first = 0; first < due.size(); first += most_renewals) {
        std::vector<port::renewal> batch;
        const auto end = std::min(due.size(), first + most_renewals);
        for (auto i = first; i < end; ++i) batch.push_back({due[i].owner, due[i].lease});
        engine_->renew(std::move(batch),
                       [this](std::vector<port::renew_answer> answers) { on_renewed(answers); });
    }
}

void session::renew_now(const std::shared_ptr<tenancy>& who,
                        port::handler<std::vector<port::renew_answer>> done) {
    if (forked()) return done({{.owner = {}, .why = forked_failure()}});
    port::owner_id owner{};
    {
        const std::lock_guard lock{guard_};
        const auto& machine = who->entry().machine;
        if (machine.is_holder(*who)) owner = machine.owner();
    }
    if (owner == port::owner_id{}) return done({});
    engine_->renew({{owner, who->how->lease}},
                   [this, who, done = std::move(done)](std::vector<port::renew_answer> answers) mutable {
                       on_renewed(answers);
                       for (auto& answer : answers) explain(answer, who->name());
                       done(std::move(answers));
                   });
}

void session::act(core::tell_granted& news) {
    auto& who = of(news.who);
    if (who.thread != 0) {
        const std::lock_guard lock{guard_};
        recursion_.begin(who.name(), who.thread, news.who);
    }
    who.granted(news.until);
}

void session::act(core::tell_busy& news) { of(news.who).busy(); }
void session::act(core::tell_failed& news) { of(news.who).failed(std::move(news.why)); }
void session::act(core::tell_extended& news) { of(news.who).extended(news.until); }
void session::act(core::tell_released& news) { of(news.who).released(std::move(news.why)); }
void session::act(core::tell_converted& news) { of(news.who).converted(news.got, std::move(news.why)); }

void session::act(core::tell_lost& news) {
    auto who = std::static_pointer_cast<tenancy>(std::move(news.who));
    if (who->thread != 0) {
        const std::lock_guard lock{guard_};
        recursion_.forget(who->name(), who->thread, who);
    }
    who->mark_lost();
    losses_.send([who] { who->signal_lost(); });
}

void session::act(core::tell_event& news) {
    if (!hook_) return;
    const std::lock_guard lock{guard_};
    news.what.dropped = dropped_events_;
    const bool sent = events_.send([hook = hook_, what = std::move(news.what)] { (*hook)(what); });
    dropped_events_ = sent ? 0 : dropped_events_ + 1;
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
