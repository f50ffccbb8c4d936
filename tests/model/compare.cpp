// SPDX-License-Identifier: Apache-2.0
// Runs a sequence on an engine and on the model, and tells where they differ.
#include "model/compare.hpp"

#include "model/side.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace interlock::model {
namespace {

std::string fresh_model() {
    static std::atomic<int> stores{0};
    return "memory:model-" + std::to_string(++stores);
}

std::uint64_t first_seed() {
    if (const char* given = std::getenv("INTERLOCK_SEED")) return std::strtoull(given, nullptr, 10);
    return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) %
           1'000'000'000;
}

void do_one(const step& one, side& on, test::manual_world& world) {
    on.apply(one);
    world.run_until_quiet();
    on.confirm_pushed_grants();
    world.run_until_quiet();
}

}  // namespace

std::string find_difference(const std::vector<step>& steps, const make_url& tested) {
    test::manual_world world{1};
    side engine{tested(), world};
    side model{fresh_model(), world};
    for (const auto& one : steps) {
        if (one.what == kind::advance) world.advance(one.time);
        do_one(one, engine, world);
        do_one(one, model, world);
        const auto seen = engine.observe();
        const auto expected = model.observe();
        if (seen != expected)
            return "at step " + std::to_string(one.id) + " (" + to_text(one) + ")\nengine:\n" + seen +
                   "model:\n" + expected;
    }
    return {};
}

std::vector<step> shorten(std::vector<step> steps, const make_url& tested) {
    for (auto chunk = steps.size() / 2; chunk >= 1; chunk /= 2)
        for (std::size_t i = 0; i < steps.size();) {
            auto fewer = steps;
            const auto end = std::min(i + chunk, fewer.size());
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i),
                        fewer.begin() + static_cast<std::ptrdiff_t>(end));
            if (find_difference(fewer, tested).empty())
                i += chunk;
            else
                steps = std::move(fewer);
        }
    return steps;
}

std::string compare_many(const make_url& tested, int sequences, int steps) {
    const auto seed = first_seed();
    const bool only_one = std::getenv("INTERLOCK_SEED") != nullptr;
    std::printf("seeds from %llu\n", static_cast<unsigned long long>(seed));
    for (int i = 0; i < (only_one ? 1 : sequences); ++i) {
        const auto drawn = draw_steps(seed + static_cast<std::uint64_t>(i), steps);
        if (find_difference(drawn, tested).empty()) continue;
        const auto least = shorten(drawn, tested);
        auto report = "INTERLOCK_SEED=" + std::to_string(seed + static_cast<std::uint64_t>(i)) + "\n";
        for (const auto& each : least) report += std::to_string(each.id) + ". " + to_text(each) + "\n";
        return report + find_difference(least, tested);
    }
    return {};
}

}  // namespace interlock::model
