// SPDX-License-Identifier: Apache-2.0
// The acquiring functions that all lock handles share.
#include <interlock/detail/lockable.hpp>
#include <interlock/detail/noted.hpp>

#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

attempt lockable::attempt_for(patience wait, std::stop_token stop) {
    return handle_->try_for(wait, std::move(stop));
}

std::optional<hold> lockable::value(attempt&& tried) {
    if (tried.why) throw error{tried.why};
    if (!tried.got) return std::nullopt;
    return std::move(tried.got);
}

std::optional<hold> lockable::value(attempt&& tried, std::error_code& ec) noexcept {
    ec = tried.why.code;
    if (!tried.got) return std::nullopt;
    return std::move(tried.got);
}

hold lockable::acquire(std::stop_token stop) { return *value(attempt_for({}, std::move(stop))); }

hold lockable::acquire(std::error_code& ec, std::stop_token stop) noexcept {
    return noted(ec, [&] {
        auto got = value(attempt_for({}, std::move(stop)), ec);
        return got ? *std::move(got) : hold{};
    });
}

std::optional<hold> lockable::try_acquire() { return try_acquire_for(std::chrono::nanoseconds{0}); }

std::optional<hold> lockable::try_acquire(std::error_code& ec) noexcept {
    return noted(ec, [&] { return try_acquire_for(std::chrono::nanoseconds{0}, ec); });
}

const std::string& lockable::name() const noexcept { return handle_->name(); }

}  // namespace detail
}  // namespace v0
}  // namespace interlock
