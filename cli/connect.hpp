// SPDX-License-Identifier: Apache-2.0
// From options on the command line to the library's objects.
#pragma once

#include "invocation.hpp"

#include <interlock/client.hpp>

namespace cli {

/// Opens the engine that the user chose.
[[nodiscard]] interlock::client open_client(const invocation& call);

/// The lock options that the user chose; the rest as the library has them.
[[nodiscard]] interlock::lock_options lock_options_of(const invocation& call);

}  // namespace cli
