// SPDX-License-Identifier: Apache-2.0
// Stock-keeping without a lock: a reservation takes what it needs if there is enough, or nothing at all.
#include <interlock/interlock.hpp>

#include <atomic>
#include <cstdio>
#include <optional>
#include <thread>
#include <vector>

namespace {

// [snippet]
bool reserve(const interlock::cell<int>& stock, int wanted) {
    bool enough = false;
    stock.update([&](const std::optional<int>& left) -> std::optional<int> {
        enough = left.value_or(0) >= wanted;
        if (!enough) return std::nullopt;  // leave it alone
        return *left - wanted;
    });
    return enough;
}
// [/snippet]

}  // namespace

int main() {
    interlock::client locks;
    auto apples = locks.cell<int>("stock/apples");
    apples.store(20);

    std::atomic<int> sold{0};
    {
        std::vector<std::jthread> shops;
        for (int i = 0; i < 4; ++i) {
            shops.emplace_back([&] {
                while (reserve(apples, 3)) sold += 3;
            });
        }
    }

    const auto left = apples.load().value.value_or(0);
    std::printf("sold %d, %d left\n", sold.load(), left);
    return sold == 18 && left == 2 ? 0 : 1;
}
