// SPDX-License-Identifier: Apache-2.0
// Leased permits.
#include <interlock/client.hpp>
#include <interlock/semaphore.hpp>

#include "runtime/answer_box.hpp"
#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"

namespace interlock {
inline namespace v0 {
namespace {

std::shared_ptr<detail::lock_handle> make(std::shared_ptr<detail::session> of, port::item what,
                                          std::shared_ptr<std::atomic<bool>> agreed, lock_options options) {
    return std::make_shared<detail::lock_handle>(
        std::move(of), detail::lock_shape{.items = {std::move(what)}, .limit_agreed = std::move(agreed)},
        std::move(options));
}

failure no_permits(const std::string& name, std::uint32_t count, std::uint32_t limit) {
    return fail(errc::invalid_option, "permits: " + std::to_string(count) + " of '" + name +
                                          "' is out of range; give 1 to " +
                                          (limit > 0 ? std::to_string(limit) : std::string{"its limit"}));
}

failure resize_now(detail::session& on, const std::string& name, std::uint32_t limit) {
    if (on.forked()) return on.forked_failure();
    if (!on.can().resize) return fail(errc::unsupported, "this engine cannot resize semaphores");
    return runtime::answer_of<port::plain_answer>(
               [&](auto done) { on.engine().resize(name, limit, std::move(done)); })
        .why;
}

}  // namespace

interlock::semaphore client::semaphore(std::string name, std::uint32_t limit, lock_options options) {
    if (limit == 0)
        throw error{fail(errc::invalid_option, "limit: '" + name +
                                                   "' needs at least 1 permit; give none to take the stored "
                                                   "limit")};
    return interlock::semaphore{
        make(session_, {.name = std::move(name), .how = mode::permits, .permits = 1, .limit = limit},
             std::make_shared<std::atomic<bool>>(false), std::move(options))};
}

interlock::semaphore client::semaphore(std::string name, lock_options options) {
    return interlock::semaphore{
        make(session_, {.name = std::move(name), .how = mode::permits, .permits = 1, .limit = 0},
             std::make_shared<std::atomic<bool>>(true), std::move(options))};
}

detail::lock_side semaphore::permits(std::uint32_t count) const {
    auto what = handle_->items().front();
    // An object that has agreed follows the stored limit, which only the engine knows.
    const auto limit = handle_->items_to_ask().front().limit;
    if (count == 0 || (limit > 0 && count > limit)) throw error{no_permits(what.name, count, limit)};
    what.permits = count;
    return detail::lock_side{
        make(handle_->shared_owner(), std::move(what), handle_->limit_agreed(), *handle_->terms())};
}

void semaphore::resize(std::uint32_t limit) {
    if (const auto why = resize_now(handle_->owner(), name(), limit)) throw error{why};
}

void semaphore::resize(std::uint32_t limit, std::error_code& ec) noexcept {
    ec = resize_now(handle_->owner(), name(), limit).code;
}

}  // namespace v0
}  // namespace interlock
