// SPDX-License-Identifier: Apache-2.0
// Proves the SQLite engine.
#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

const target sqlite{
    .layout = "native",
    .make_url = [](const test::temporary_folder& folder) { return "sqlite:" + folder.file("locks.db"); },
    .promised = {.shared = true,
                 .upgradeable = true,
                 .permits = true,
                 .resize = true,
                 .deadlock = true,
                 .fair = true,
                 .barging = true,
                 .inspect = true,
                 .evict = true,
                 .cells = true,
                 .watch = true,
                 .contention = true,
                 .max_items = 16}};

INTERLOCK_CONFORMANCE(sqlite, sqlite);

}  // namespace
}  // namespace interlock::conformance
