// SPDX-License-Identifier: Apache-2.0
/// @file
/// The error-code twin of a throwing function.
#pragma once

#include <new>
#include <system_error>

namespace interlock {
inline namespace v0 {
namespace detail {

/// Runs `work`; what it throws becomes an error code, cleared otherwise.
template <class Work>
auto noted(std::error_code& ec, Work work) noexcept -> decltype(work()) {
    try {
        ec.clear();
        return work();
    } catch (const std::system_error& e) {
        ec = e.code();
    } catch (const std::bad_alloc&) {
        ec = std::make_error_code(std::errc::not_enough_memory);
    }
    return decltype(work())();
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
