// SPDX-License-Identifier: Apache-2.0
// One attempt at several claims, one after the other, within one time.
#include "sync/multi_attempt.hpp"

#include <algorithm>

#include "runtime/session.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

/// The part that waits the shortest by its own options; one without a limit if none has any.
const lock_handle& least_patient(const lock_parts& parts) {
    const auto sooner = [](const auto& a, const auto& b) {
        const auto mine = a->limit_of({});
        const auto other = b->limit_of({});
        return mine && (!other || *mine < *other);
    };
    return **std::min_element(parts.begin(), parts.end(), sooner);
}

}  // namespace

multi_attempt::multi_attempt(lock_parts parts, patience wait) : parts_{std::move(parts)}, by_option_{!wait} {
    const auto limit = least_patient(parts_).limit_of(wait);
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
        return {{}, failed ? least_patient(parts_).waited_in_vain() : failure{}};
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
    static_cast<void>(next());
}

/// False if it was cancelled meanwhile.
bool multi_attempt::next() {
    const std::lock_guard lock{guard_};
    if (canceled_) return false;
    const auto& part = parts_[taken_.size()];
    waiting_ =
        part->start(left(), [self = shared_from_this()](attempt tried) { self->take(std::move(tried)); });
    return true;
}

void multi_attempt::take(attempt tried) {
    const bool got = static_cast<bool>(tried.got);
    if (got) taken_.push_back(std::move(tried.got));
    if (got && taken_.size() < parts_.size()) {
        if (next()) return;
        tried.why = fail(errc::canceled, "canceled while several locks were awaited");
    }
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
