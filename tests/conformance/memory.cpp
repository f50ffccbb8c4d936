// SPDX-License-Identifier: Apache-2.0
// Proves the memory engine.
#include "conformance/suite.hpp"

#include <atomic>

namespace interlock::conformance {
namespace {

const target memory{.layout = "native",
                    .make_url =
                        [](const test::temporary_folder&) {
                            static std::atomic<int> stores{0};
                            return "memory:conformance-" + std::to_string(++stores);
                        },
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
                                 .max_items = 64}};

INTERLOCK_CONFORMANCE(memory, memory);

}  // namespace
}  // namespace interlock::conformance
