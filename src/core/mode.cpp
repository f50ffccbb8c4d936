// SPDX-License-Identifier: Apache-2.0
// The names of modes.
#include <interlock/claim.hpp>

#include <array>

namespace interlock {
inline namespace v0 {

std::string_view to_string(mode how) noexcept {
    constexpr std::array<std::string_view, 4> names{"exclusive", "shared", "permits", "upgradeable"};
    const auto index = static_cast<std::size_t>(how);
    return index < names.size() ? names[index] : "unknown";
}

}  // namespace v0
}  // namespace interlock
