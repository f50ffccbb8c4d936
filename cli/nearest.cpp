// SPDX-License-Identifier: Apache-2.0
// The edit distance, over short words.
#include "nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace cli {
namespace {
std::size_t distance(std::string_view from, std::string_view to) {
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= from.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const auto replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
            diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
        }
    }
    return row.back();
}
}  // namespace

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
    // Mistyped words are short; a long one is something else and not worth the square of its length.
    if (word.size() > 64) return {};
    std::string_view best;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (const auto candidate : candidates) {
        const auto away = distance(word, candidate);
        if (away < least && away < candidate.size()) {
            least = away;
            best = candidate;
        }
    }
    return best;
}

}  // namespace cli
