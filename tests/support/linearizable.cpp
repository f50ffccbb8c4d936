// SPDX-License-Identifier: Apache-2.0
// The search of Wing & Gong with Lowe's memory of what was tried.
#include "support/linearizable.hpp"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace interlock::test {
namespace {

using kind = register_operation::kind;

constexpr std::size_t most_states = 2'000'000;

struct state {
    std::string value{};
    std::uint64_t version = 0;
};

/// The register after `op`, if that could have seen what it saw in `now`.
std::optional<state> after(const register_operation& op, const state& now) {
    switch (op.what) {
        case kind::load:
            if (op.value != now.value || op.version != now.version) return std::nullopt;
            return now;
        case kind::store:
            if (op.version != now.version + 1) return std::nullopt;
            return state{op.value, op.version};
        case kind::exchange:
            if (op.written != (op.expected == now.version)) return std::nullopt;
            if (!op.written) return op.version == now.version ? std::optional{now} : std::nullopt;
            if (op.version != now.version + 1) return std::nullopt;
            return state{op.value, op.version};
    }
    return std::nullopt;
}

std::string text(const register_operation& op) {
    static constexpr const char* names[] = {"load", "store", "exchange"};
    return std::string{names[static_cast<int>(op.what)]} + " '" + op.value + "' at version " +
           std::to_string(op.version) + " [" + std::to_string(op.invoked) + ", " +
           std::to_string(op.answered) + "]";
}

/// Depth first over which operation comes next. Because every answer tells the version, the state after a set
/// of operations is known by that set; so a set that failed once need not be tried again.
class search {
public:
    explicit search(std::vector<register_operation> history)
        : all_{std::move(history)}, placed_(all_.size(), false) {
        std::sort(all_.begin(), all_.end(),
                  [](const auto& a, const auto& b) { return a.invoked < b.invoked; });
    }

    std::string fault() {
        std::vector<frame> path;
        path.push_back({{}, candidates()});
        while (!path.empty()) {
            if (count_ == all_.size()) return {};
            if (tried_.size() > most_states) return "the search was given up: record fewer operations";
            auto& top = path.back();
            if (top.left.empty()) {
                path.pop_back();
                if (!path.empty()) unplace(path.back().chosen);
                continue;
            }
            const auto next = top.left.back();
            top.left.pop_back();
            const auto then = after(all_[next], top.now);
            if (!then) continue;
            place(next);
            if (!tried_.insert(key()).second) {
                unplace(next);
                continue;
            }
            top.chosen = next;
            path.push_back({*then, candidates()});
        }
        return "no order explains the " + std::to_string(all_.size()) + " operations; stuck after " +
               std::to_string(deepest_) + ", before " + stuck_;
    }

private:
    struct frame {
        state now;
        std::vector<std::size_t> left;  // What may come next.
        std::size_t chosen = 0;
    };

    /// Those that nothing unplaced must come before. The last is tried first: keep the earliest there.
    std::vector<std::size_t> candidates() {
        std::vector<std::size_t> out;
        auto first_answer = ~std::uint64_t{0};
        for (auto i = begin_; i < all_.size(); ++i) {
            if (placed_[i]) continue;
            if (all_[i].invoked > first_answer) break;
            first_answer = std::min(first_answer, all_[i].answered);
            out.push_back(i);
        }
        std::reverse(out.begin(), out.end());
        if (count_ >= deepest_ && !out.empty()) {
            deepest_ = count_;
            stuck_ = text(all_[out.back()]);
        }
        return out;
    }

    void place(std::size_t i) {
        placed_[i] = true;
        ++count_;
        while (begin_ < all_.size() && placed_[begin_]) ++begin_;
    }
    void unplace(std::size_t i) {
        placed_[i] = false;
        --count_;
        begin_ = std::min(begin_, i);
    }

    /// The placed set: all before `begin_`, and a few after it.
    std::string key() const {
        std::string out = std::to_string(begin_) + ':';
        for (auto i = begin_, seen = count_ - begin_; i < all_.size() && seen > 0; ++i) {
            if (placed_[i]) --seen;
            out += placed_[i] ? '1' : '0';
        }
        return out;
    }

    std::vector<register_operation> all_;
    std::vector<bool> placed_;
    std::size_t begin_ = 0;  // All before it are placed.
    std::size_t count_ = 0;
    std::size_t deepest_ = 0;
    std::string stuck_;
    std::unordered_set<std::string> tried_;
};

}  // namespace

std::string find_disorder(std::vector<register_operation> history) {
    return search{std::move(history)}.fault();
}

}  // namespace interlock::test
