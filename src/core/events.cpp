// SPDX-License-Identifier: Apache-2.0
// Event kinds as text.
#include <interlock/events.hpp>

#include <array>

namespace interlock {
inline namespace v0 {

std::string_view to_string(event_kind kind) noexcept {
    constexpr std::array<std::string_view, 7> names{"acquired", "waiting",  "renewed",    "renew_failed",
                                                    "lost",     "released", "handed_over"};
    const auto index = static_cast<std::size_t>(kind);
    return index < names.size() ? names[index] : "unknown";
}

}  // namespace v0
}  // namespace interlock
