// SPDX-License-Identifier: Apache-2.0
// Several locks that are held together.
#include <interlock/multi_lock.hpp>

#include <algorithm>
#include <deque>

namespace interlock {
inline namespace v0 {

/// One signal out of several. Not needed for a single part, which has its own.
struct multi_hold::watch {
    explicit watch(const std::vector<hold>& parts) {
        for (const auto& part : parts) callbacks.emplace_back(part.lost(), signal{all});
    }
    struct signal {
        std::stop_source source;
        void operator()() {
            auto all = source;  // Whoever is told may end the hold, and this with it.
            all.request_stop();
        }
    };
    std::stop_source all;
    std::optional<std::stop_callback<std::function<void()>>> action;
    std::deque<std::stop_callback<signal>> callbacks;
};

multi_hold::multi_hold() noexcept = default;
multi_hold::multi_hold(multi_hold&&) noexcept = default;
multi_hold::~multi_hold() = default;

multi_hold& multi_hold::operator=(multi_hold&& other) noexcept {
    if (this == &other) return *this;
    watch_.reset();
    parts_ = std::move(other.parts_);
    watch_ = std::move(other.watch_);
    return *this;
}

multi_hold::multi_hold(std::vector<hold> parts) : parts_{std::move(parts)} {
    if (parts_.size() > 1) watch_ = std::make_unique<watch>(parts_);
}

std::uint64_t multi_hold::fence(std::string_view name) const noexcept {
    for (const auto& part : parts_)
        if (const auto found = part.fence(name)) return found;
    return 0;
}

bool multi_hold::valid() const noexcept {
    return !parts_.empty() &&
           std::all_of(parts_.begin(), parts_.end(), [](const hold& part) { return part.valid(); });
}

boot_clock::time_point multi_hold::valid_until() const noexcept {
    if (parts_.empty()) return {};
    auto first = boot_clock::time_point::max();
    for (const auto& part : parts_) first = std::min(first, part.valid_until());
    return first;
}

std::stop_token multi_hold::lost() const noexcept {
    if (watch_) return watch_->all.get_token();
    return parts_.empty() ? std::stop_token{} : parts_.front().lost();
}

void multi_hold::on_lost(std::function<void()> action) {
    if (!watch_) {
        if (!parts_.empty()) parts_.front().on_lost(std::move(action));
        return;
    }
    watch_->action.reset();
    if (!action) return;
    // Shared with the call: an action that ends its own hold is taken out while it runs.
    watch_->action.emplace(watch_->all.get_token(),
                           [kept = std::make_shared<std::function<void()>>(std::move(action))] {
                               const auto running = kept;
                               (*running)();
                           });
}

failure multi_hold::release_all() noexcept {
    if (parts_.empty()) return fail(errc::lost, "this hold is empty: released before, or moved from");
    watch_.reset();
    failure first;
    // In the opposite order, so that whoever takes them in our order is not held up half-way.
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
        const auto name = part->name();
        std::error_code why;
        part->release(why);
        if (why && !first) first = {why, "'" + name + "' was not held to the end, or not released"};
    }
    parts_.clear();
    return first;
}

void multi_hold::release() {
    if (const auto why = release_all()) throw error{why};
}

void multi_hold::release(std::error_code& ec) noexcept { ec = release_all().code; }

}  // namespace v0
}  // namespace interlock
