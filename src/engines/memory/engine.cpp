// SPDX-License-Identifier: Apache-2.0
// The engine inside one process: the port on top of a named store.
#include "engines/memory/engine.hpp"

#include "core/name.hpp"
#include "core/request.hpp"
#include "runtime/fork.hpp"

#include <new>
#include <utility>

namespace interlock::memory {

using port::status;

namespace {

constexpr std::size_t most_renewals = 256;

const port::capabilities all{.shared = true,
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
                             .min_lease = std::chrono::milliseconds{10}};

}  // namespace

engine::engine(const port::url& where, const port::context& host)
    : where_{where.redacted()},
      generation_{runtime::fork_generation()},
      store_{store::named(where.path, host.time)},
      me_{std::make_shared<member>(member{host, store_})} {}

engine::~engine() { close(); }

const port::capabilities& engine::can() const noexcept { return all; }

bool engine::forked() const noexcept { return runtime::fork_generation() != generation_; }

failure engine::unusable() const {
    if (forked()) return fail(errc::forked, where_ + " was opened before fork(); open it anew in the child");
    if (store_ == nullptr) return fail(errc::closed, where_ + " was closed");
    return {};
}

void engine::acquire(port::claim wanted, port::handler<port::acquire_answer> done) {
    auto why = unusable();
    if (!why) why = core::check(wanted, all);
    if (why) return done({status::error, {}, std::move(why)});
    std::optional<port::acquire_answer> answer;
    {
        transaction t{*store_, me_};
        answer = store_->locks.acquire(t, std::move(wanted), done);
    }
    if (answer) done(std::move(*answer));
}

void engine::withdraw(port::owner_id owner, port::handler<port::plain_answer> done) {
    if (auto why = unusable()) return done({status::error, std::move(why)});
    {
        transaction t{*store_, me_};
        store_->locks.withdraw(t, owner);
    }
    done({status::done, {}});
}

port::renew_answer engine::renew_one(transaction& t, const port::renewal& wanted) {
    if (auto why = core::check_lease(wanted.lease, all))
        return {.owner = wanted.owner, .why = std::move(why)};
    return store_->locks.renew(t, wanted);
}

void engine::renew(std::vector<port::renewal> holds, port::handler<std::vector<port::renew_answer>> done) {
    auto why = unusable();
    if (!why && holds.size() > most_renewals)
        why = fail(errc::invalid_option, "a batch has " + std::to_string(holds.size()) +
                                             " renewals; give at most " + std::to_string(most_renewals));
    std::vector<port::renew_answer> answers;
    answers.reserve(holds.size());
    if (why) {
        for (const auto& each : holds) answers.push_back({.owner = each.owner, .why = why});
    } else {
        transaction t{*store_, me_};
        for (const auto& each : holds) answers.push_back(renew_one(t, each));
    }
    done(std::move(answers));
}

void engine::release(port::owner_id owner, std::chrono::milliseconds keep,
                     port::handler<port::plain_answer> done) {
    auto why = unusable();
    if (!why) why = core::check_keep(keep, all);
    if (why) return done({status::error, std::move(why)});
    auto ended = status::error;
    {
        transaction t{*store_, me_};
        ended = store_->locks.release(t, owner, keep);
    }
    done({ended, {}});
}

void engine::convert(port::conversion what, port::handler<port::acquire_answer> done) {
    auto why = unusable();
    if (!why) why = core::check(what);
    if (why) return done({status::error, {}, std::move(why)});
    std::optional<port::acquire_answer> answer;
    {
        transaction t{*store_, me_};
        answer = store_->locks.convert(t, std::move(what), done);
    }
    if (answer) done(std::move(*answer));
}

void engine::resize(std::string name, std::uint32_t limit, port::handler<port::plain_answer> done) {
    auto why = unusable();
    if (!why) why = core::check_resize(name, limit);
    if (why) return done({status::error, std::move(why)});
    {
        transaction t{*store_, me_};
        store_->locks.resize(t, name, limit);
    }
    done({status::done, {}});
}

void engine::inspect(port::filter which, port::handler<port::inspect_answer> done) {
    if (auto why = unusable()) return done({status::error, {}, std::move(why)});
    port::inspect_answer answer{status::done, {}, {}};
    {
        transaction t{*store_, me_};
        answer.claims = store_->locks.inspect(t, which);
    }
    done(std::move(answer));
}

void engine::evict(std::string name, port::handler<port::plain_answer> done) {
    auto why = unusable();
    if (!why) why = core::check_name(name);
    if (why) return done({status::error, std::move(why)});
    {
        transaction t{*store_, me_};
        store_->locks.evict(t, name);
    }
    done({status::done, {}});
}

void engine::read(std::string name, port::handler<port::cell_answer> done) {
    auto why = unusable();
    if (!why) why = core::check_name(name);
    if (why) return done({status::error, {}, std::move(why)});
    port::cell_answer answer;
    {
        transaction t{*store_, me_};
        answer = store_->cells.read(name);
    }
    done(std::move(answer));
}

void engine::write(port::cell_write what, port::handler<port::cell_answer> done) {
    auto why = unusable();
    if (!why) why = core::check(what);
    if (why) return done({status::error, {}, std::move(why)});
    port::cell_answer answer;
    {
        transaction t{*store_, me_};
        answer = store_->cells.write(t, std::move(what));
    }
    done(std::move(answer));
}

void engine::watch(port::owner_id request, std::string name, std::uint64_t after,
                   port::handler<port::cell_answer> done) {
    auto why = unusable();
    if (!why) why = core::check_name(name);
    if (why) return done({status::error, {}, std::move(why)});
    std::optional<port::cell_answer> answer;
    {
        transaction t{*store_, me_};
        answer = store_->cells.watch(t, request, name, after, done);
    }
    if (answer) done(std::move(*answer));
}

void engine::unwatch(port::owner_id request) noexcept {
    if (unusable()) return;
    transaction t{*store_, me_};
    store_->cells.unwatch(t, request);
}

void engine::close() noexcept {
    if (store_ == nullptr) return;
    if (forked()) {
        // The parent's mutexes and handlers are not ours to touch: leave them where they are.
        new std::shared_ptr<store>{std::move(store_)};
        new std::shared_ptr<member>{std::move(me_)};
        return;
    }
    {
        transaction t{*store_, me_};
        store_->locks.forget(t, me_);
        store_->cells.forget(t, me_);
    }
    empty_inbox(me_);
    store_ = nullptr;
}

}  // namespace interlock::memory
