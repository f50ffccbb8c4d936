// SPDX-License-Identifier: Apache-2.0
// Measuring in turns: each contender runs a short round, then the next, so that noise hits all alike.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// How long to measure; from the command line.
struct effort {
    int rounds = 9;
    std::chrono::milliseconds round{400};

    static effort from(int argc, char** argv) {
        effort out;
        for (int i = 1; i + 1 < argc; i += 2) {
            const std::string_view option{argv[i]};
            if (option == "--rounds") out.rounds = std::max(1, std::atoi(argv[i + 1]));
            if (option == "--milliseconds")
                out.round = std::chrono::milliseconds{std::max(1, std::atoi(argv[i + 1]))};
        }
        return out;
    }
};

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

inline double percentile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    if (values.empty()) return 0;
    return values[std::min(values.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

struct contender {
    std::string name;
    std::function<void()> once;  ///< One lock and unlock.
    std::vector<double> rates{};
};

/// Runs `once` for `time` and gives calls per second.
inline double rate(const std::function<void()>& once, std::chrono::milliseconds time) {
    using clock = std::chrono::steady_clock;
    const auto begin = clock::now();
    const auto end = begin + time;
    long done = 0;
    while (clock::now() < end) {
        for (int i = 0; i < 16; ++i) once();
        done += 16;
    }
    return static_cast<double>(done) / std::chrono::duration<double>(clock::now() - begin).count();
}

/// Measures all in turns; the first is the floor that the others are compared with.
inline void compare(const std::string& title, std::vector<contender> all, effort how) {
    for (int i = 0; i < how.rounds; ++i) {
        for (auto& one : all) one.rates.push_back(rate(one.once, how.round));
    }
    std::printf("\n| %s | pairs/s | ratio |\n|---|---|---|\n", title.c_str());
    for (const auto& one : all) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < one.rates.size(); ++i)
            ratios.push_back(one.rates[i] / all.front().rates[i]);
        std::printf("| %s | %.0f | %.3f |\n", one.name.c_str(), median(one.rates), median(ratios));
    }
    std::fflush(stdout);
}

}  // namespace bench
