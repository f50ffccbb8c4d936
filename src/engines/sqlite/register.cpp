// SPDX-License-Identifier: Apache-2.0
// Makes `sqlite:PATH` known.
#include <interlock/engine.hpp>

#include "engines/sqlite/engine.hpp"

namespace {

std::unique_ptr<interlock::port::engine> open(const interlock::port::url& where,
                                              const interlock::port::context& host) {
    using namespace interlock::sqlite;
    return std::make_unique<engine>(read_settings(where), host, read_host_facts());
}

}  // namespace

extern "C" const int interlock_engine_sqlite = [] {
    interlock::port::register_engine(
        {.scheme = "sqlite",
         .summary = "all processes of one host, in a file; sqlite: alone means the user's own default file",
         .options = {{"synchronous",
                      "normal (default): fast, locks need no disk; full: every step survives a power cut"}},
         .open = &open});
    return 1;
}();
