// SPDX-License-Identifier: Apache-2.0
/// @file
/// Export macro and inline namespace. Everything public lives in `interlock::v0`, spelled `interlock`.
#pragma once

#if defined(INTERLOCK_SHARED)
#define INTERLOCK_API __attribute__((visibility("default")))
#else
#define INTERLOCK_API
#endif

namespace interlock {
inline namespace v0 {}
}  // namespace interlock
