// SPDX-License-Identifier: Apache-2.0
// Reads and writes durations.
#include "duration.hpp"

#include <fmt/core.h>
#include <charconv>
#include <cstdint>

namespace cli {
namespace {
using std::chrono::milliseconds;

struct unit {
    std::string_view name;
    std::int64_t ms;
};
constexpr unit units[] = {{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}};

// Keeps sums far from overflow; a hundred years is more than any option takes.
constexpr std::int64_t most_ms = 100LL * 365 * 24 * 3'600'000;

/// Takes one "number unit" off the front of `text`, with a unit not above `first`; false if there is none.
bool take_part(std::string_view& text, std::size_t& first, std::int64_t& sum) noexcept {
    std::int64_t number = 0;
    if (text.front() < '0' || text.front() > '9') return false;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{}) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const auto name = text.substr(0, text.find_first_of("0123456789"));
    for (; first < std::size(units); ++first) {
        if (units[first].name != name) continue;
        if (number > (most_ms - sum) / units[first].ms) return false;
        sum += number * units[first++].ms;
        text.remove_prefix(name.size());
        return true;
    }
    return false;
}
}  // namespace

std::optional<milliseconds> parse_duration(std::string_view text) noexcept {
    if (text == "0") return milliseconds{0};
    if (text.empty()) return std::nullopt;
    std::size_t first = 0;
    std::int64_t sum = 0;
    while (!text.empty()) {
        if (!take_part(text, first, sum)) return std::nullopt;
    }
    return milliseconds{sum};
}

std::string spoken(milliseconds time) {
    const auto ms = time.count();
    if (ms < 1'000) return fmt::format("{} ms", ms);
    if (ms < 10'000) return fmt::format("{}.{} s", ms / 1'000, ms % 1'000 / 100);
    if (ms < 60'000) return fmt::format("{} s", ms / 1'000);
    if (ms < 3'600'000) return fmt::format("{} m {} s", ms / 60'000, ms % 60'000 / 1'000);
    return fmt::format("{} h {} m", ms / 3'600'000, ms % 3'600'000 / 60'000);
}

std::string written(milliseconds time) {
    std::string text;
    auto rest = time.count();
    for (const auto& [name, ms] : units) {
        if (rest / ms != 0) text += fmt::format("{}{}", rest / ms, name);
        rest %= ms;
    }
    return text.empty() ? "0" : text;
}

}  // namespace cli
