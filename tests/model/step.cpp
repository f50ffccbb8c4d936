// SPDX-License-Identifier: Apache-2.0
// One step of a random sequence of engine operations.
#include "model/step.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace interlock::model {
namespace {

// Operations happen at multiples of 20 ms, and what expires does so 10 ms off them. So no engine has to
// agree with another on which comes first at the same instant, and timers may be a little late. Leases are
// longer than any engine takes to look again by itself: it may learn in this way that an expiry has moved.
constexpr milliseconds leases[] = {milliseconds{1'310}, milliseconds{2'510}, milliseconds{5'030},
                                   milliseconds{30'010}};
constexpr milliseconds keeps[] = {milliseconds{0}, milliseconds{0}, milliseconds{50}, milliseconds{1'330},
                                  milliseconds{1'510}};
constexpr milliseconds moves[] = {milliseconds{20}, milliseconds{200}, milliseconds{600},
                                  milliseconds{1'000}};
constexpr const char* lock_names[] = {"a", "b", "c"};
constexpr const char* cell_names[] = {"m", "n"};
constexpr std::uint32_t limits[] = {3, 3, 3, 3, 0, 2};
constexpr std::uint32_t new_limits[] = {3, 3, 1, 2, 5};
constexpr mode modes[] = {mode::exclusive, mode::exclusive, mode::shared, mode::upgradeable};

class drawing {
public:
    explicit drawing(std::uint64_t seed) : chance_{seed} {}

    step draw(int id) {
        step next{.what = draw_kind(), .id = id, .client = below(clients)};
        next.target = below(std::max(id, 1));
        switch (next.what) {
            case kind::acquire:
                next.claim = draw_claim(id);
                next.holding = draw_holding();
                break;
            case kind::convert:
                next.to = one_of(modes);
                next.claim.wait = below(4) != 0;
                next.claim.refuse_deadlock = below(4) != 0;
                next.holding = draw_holding();
                break;
            case kind::resize:
                next.name = one_of(lock_names);
                next.limit = one_of(new_limits);
                break;
            case kind::renew:
                next.time = one_of(leases);
                break;
            case kind::release:
                next.time = one_of(keeps);
                break;
            case kind::advance:
                next.time = one_of(moves);
                break;
            case kind::evict:
                next.name = one_of(lock_names);
                break;
            case kind::write:
                draw_write(next);
                break;
            case kind::watch:
                next.name = one_of(cell_names), next.version = below(6);
                break;
            default:
                break;
        }
        return refer_to_something_likely(next);
    }

private:
    int below(int bound) { return static_cast<int>(chance_.below(static_cast<std::uint64_t>(bound))); }
    template <class T, std::size_t Count>
    const T& one_of(const T (&all)[Count]) {
        return all[below(Count)];
    }

    kind draw_kind() {
        static constexpr kind weighted[] = {
            kind::acquire, kind::acquire, kind::acquire, kind::acquire, kind::acquire,  kind::acquire,
            kind::release, kind::release, kind::release, kind::release, kind::withdraw, kind::withdraw,
            kind::renew,   kind::renew,   kind::repeat,  kind::evict,   kind::write,    kind::write,
            kind::write,   kind::watch,   kind::unwatch, kind::leave,   kind::advance,  kind::advance,
            kind::advance, kind::advance, kind::convert, kind::convert, kind::convert,  kind::convert,
            kind::resize};
        return one_of(weighted);
    }

    port::claim draw_claim(int id) {
        port::claim drawn{.owner = chance_.draw_id(), .items = {}, .lease = one_of(leases)};
        const auto first = below(3), count = below(4) == 0 ? 2 + below(2) : 1;
        for (int i = 0; i < count; ++i) drawn.items.push_back(draw_item(lock_names[(first + i) % 3]));
        drawn.wait = below(4) != 0;
        drawn.order = below(4) == 0 ? order::barging : order::fair;
        drawn.refuse_deadlock = below(4) != 0;
        drawn.label =
            core::to_text({.host = "host", .program = "model", .pid = 1, .note = std::to_string(id)});
        return drawn;
    }

    port::item draw_item(const char* name) {
        const auto lot = below(6);
        if (lot <= 1) return {name, mode::shared};
        if (lot == 2) return {name, mode::upgradeable};
        if (lot == 3) return {name, mode::permits, static_cast<std::uint32_t>(1 + below(3)), one_of(limits)};
        return {name};
    }

    /// Some of the latest claims: whether they are held by then does not matter.
    std::vector<int> draw_holding() {
        std::vector<int> drawn;
        for (auto some = below(4); some > 0 && !claims_.empty(); --some)
            drawn.push_back(claims_[claims_.size() - 1 -
                                    static_cast<std::size_t>(
                                        below(static_cast<int>(std::min<std::size_t>(claims_.size(), 6))))]);
        return drawn;
    }

    void draw_write(step& next) {
        next.name = one_of(cell_names);
        if (below(5) != 0) next.value = "value " + std::to_string(next.id);
        if (below(2) == 0) next.version = below(6);
        if (below(2) == 0) next.fence = static_cast<std::uint64_t>(1 + below(5));
        next.claim.owner = chance_.draw_id();
        if (below(6) == 0 && last_write_) next.claim.owner = *last_write_;  // Sent again.
        last_write_ = next.claim.owner;
    }

    /// A target drawn from all steps would seldom be a claim: take the nearest of the kind before it.
    step refer_to_something_likely(step next) {
        if (next.what == kind::acquire) claims_.push_back(next.id);
        if (next.what == kind::watch) watches_.push_back(next.id);
        const auto& from = next.what == kind::unwatch ? watches_ : claims_;
        const auto recent = std::min<int>(static_cast<int>(from.size()), 8);
        if (recent > 0) next.target = from[from.size() - 1 - static_cast<std::size_t>(below(recent))];
        return next;
    }

    test::seeded_entropy chance_;
    std::vector<int> claims_, watches_;
    std::optional<port::owner_id> last_write_;
};

std::string text(const port::claim& claim) {
    std::string out;
    for (const auto& each : claim.items) {
        out += " " + std::string{to_string(each.how)} + " " + each.name;
        if (each.how == mode::permits)
            out += " x" + std::to_string(each.permits) + " of " + std::to_string(each.limit);
    }
    return out + (claim.order == order::barging ? " barging" : "") + (claim.wait ? "" : " no wait") +
           " for " + std::to_string(claim.lease.count()) + " ms";
}

std::string manner(const step& one) {
    std::string out = one.claim.refuse_deadlock ? "" : " at any rate";
    for (const auto each : one.holding) out += ", holding " + std::to_string(each);
    return out;
}

}  // namespace

std::vector<step> draw_steps(std::uint64_t seed, int count) {
    drawing from{seed};
    std::vector<step> out;
    for (int id = 0; id < count; ++id) out.push_back(from.draw(id));
    return out;
}

std::string to_text(const step& one) {
    const auto who = "client " + std::to_string(one.client) + " ";
    const auto target = " claim " + std::to_string(one.target);
    const auto ms = " " + std::to_string(one.time.count()) + " ms";
    switch (one.what) {
        case kind::acquire:
            return who + "claim " + std::to_string(one.id) + ":" + text(one.claim) + manner(one);
        case kind::repeat:
            return "repeats" + target;
        case kind::release:
            return "releases" + target + ", keep" + ms;
        case kind::withdraw:
            return "withdraws" + target;
        case kind::renew:
            return "renews" + target + " for" + ms;
        case kind::convert:
            return "converts" + target + " to " + std::string{to_string(one.to)} +
                   (one.claim.wait ? "" : " no wait") + manner(one);
        case kind::resize:
            return who + "resizes " + one.name + " to " + std::to_string(one.limit);
        case kind::evict:
            return who + "evicts " + one.name;
        case kind::write:
            return who + "writes " + one.value.value_or("(nothing)") + " to " + one.name +
                   (one.version ? " if version is " + std::to_string(*one.version) : "") +
                   (one.fence != 0 ? " under fence " + std::to_string(one.fence) : "");
        case kind::watch:
            return who + "watch " + std::to_string(one.id) + " of " + one.name + " after " +
                   std::to_string(one.version.value_or(0));
        case kind::unwatch:
            return "ends watch " + std::to_string(one.target);
        case kind::leave:
            return who + "leaves and comes back";
        case kind::advance:
            return "the clock moves" + ms;
    }
    return {};
}

}  // namespace interlock::model
