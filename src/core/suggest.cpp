// SPDX-License-Identifier: Apache-2.0
// "Did you mean …?"
#include "core/suggest.hpp"

#include <algorithm>
#include <numeric>

namespace interlock::core {
namespace {

/// Levenshtein's distance.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const auto replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearest(std::string_view typed, const std::vector<std::string>& known) {
    std::string best;
    typed = typed.substr(0, 64);
    std::size_t least = std::max<std::size_t>(1, (typed.size() + 1) / 3) + 1;
    for (const auto& word : known) {
        const auto d = distance(typed, word);
        if (d < least) {
            least = d;
            best = word;
        }
    }
    return best;
}

std::string hint(std::string_view typed, const std::vector<std::string>& known) {
    if (auto word = nearest(typed, known); !word.empty()) return "; did you mean '" + word + "'?";
    if (known.empty()) return {};
    std::string out = "; known are ";
    for (const auto& word : known) out += (&word == &known.front() ? "" : ", ") + word;
    return out;
}

}  // namespace interlock::core
