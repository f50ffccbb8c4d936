// SPDX-License-Identifier: Apache-2.0
// One attempt at several claims, one after the other, within one time.
#include "sync/multi_attempt.hpp"

#include <algorithm>

#include "runtime/session.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

/// As asked, else the shortest of the parts' own options.
patience limit_of(const lock_parts& parts, patience asked) {
    auto out = asked;
    for (const auto& part : parts) {
        const auto limit = part->limit_of(asked);
        if (limit && (!out || *limit < *out)) out = limit;
    }
    return out;
}

}  // namespace

multi_attempt::multi_attempt(lock_parts parts, patience wait) : parts_{std::move(parts)}, by_option_{!wait} {
    const auto limit = limit_of(parts_, wait);
    if (!limit) return;
    may_wait_ = *limit > limit->zero();
    end_ = parts_.front()->owner().now() + *limit;
}

patience multi_attempt::left() const {
    if (!may_wait_) return patience{0};
    if (end_ == core::never) return {};
    return std::max(std::chrono::nanoseconds{0},
                    std::chrono::nanoseconds{end_ - parts_.front()->owner().now()});
}

/// What was taken becomes the result, or is given back by its destructors.
multi_result multi_attempt::finish(attempt last) {
    auto taken = std::exchange(taken_, {});
    if (last.why) return {{}, std::move(last.why)};
    if (taken.size() < parts_.size()) {
        const bool failed = by_option_ && end_ != core::never;
        return {{}, failed ? parts_.front()->waited_in_vain() : failure{}};
    }
    // Waiting for a later one may have cost an earlier one its lease.
    for (const auto& each : taken)
        if (!each.valid())
            return {{}, fail(errc::lost, "'" + each.name() + "' was lost while others were awaited")};
    return {multi_hold{std::move(taken)}, {}};
}

multi_result multi_attempt::run(const std::stop_token& stop) {
    for (const auto& part : parts_) {
        auto tried = part->try_for(left(), stop);
        if (!tried.got) return finish(std::move(tried));
        taken_.push_back(std::move(tried.got));
    }
    return finish({});
}

void multi_attempt::start(unique_function<void(multi_result)> then) {
    then_ = std::move(then);
    next();
}

void multi_attempt::next() {
    const std::lock_guard lock{guard_};
    const auto& part = parts_[taken_.size()];
    waiting_ =
        part->start(left(), [self = shared_from_this()](attempt tried) { self->take(std::move(tried)); });
}

void multi_attempt::take(attempt tried) {
    bool canceled = false;
    {
        const std::lock_guard lock{guard_};
        canceled = canceled_;
    }
    const bool got = static_cast<bool>(tried.got);
    if (got) taken_.push_back(std::move(tried.got));
    const bool more = got && taken_.size() < parts_.size();
    if (more && !canceled) return next();
    if (more) tried.why = fail(errc::canceled, "canceled while several locks were awaited");
    auto then = std::move(then_);
    then(finish(std::move(tried)));
}

void multi_attempt::cancel() {
    const std::lock_guard lock{guard_};
    canceled_ = true;
    if (const auto waiting = waiting_.lock()) waiting->cancel();
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
