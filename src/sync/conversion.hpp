// SPDX-License-Identifier: Apache-2.0
// Whether a hold can be turned into another mode.
#pragma once

#include "runtime/lock_handle.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// A failure that says what is possible, or none.
[[nodiscard]] inline failure check_conversion(const tenancy& held, mode to) {
    if (!held.handle()->convertible())
        return fail(errc::invalid_option, "'" + held.name() +
                                              "' is not held by a shared_mutex: only such a "
                                              "hold can be downgraded or upgraded");
    if (to == mode::permits || (to == mode::upgradeable && held.as == mode::shared))
        return fail(errc::invalid_option, "to: " + std::string{to_string(held.as)} + " cannot become " +
                                              std::string{to_string(to)} + "; take it so from the start");
    return {};
}

[[nodiscard]] tenancy::conversion convert(const std::shared_ptr<tenancy>& held, mode to, patience wait,
                                          std::stop_token stop);

}  // namespace detail
}  // namespace v0
}  // namespace interlock
