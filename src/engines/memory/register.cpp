// SPDX-License-Identifier: Apache-2.0
// Makes `memory:NAME` known.
#include "engines/memory/engine.hpp"

#include <interlock/engine.hpp>

namespace {

std::unique_ptr<interlock::port::engine> open(const interlock::port::url& where,
                                              const interlock::port::context& host) {
    return std::make_unique<interlock::memory::engine>(where, host);
}

}  // namespace

extern "C" const int interlock_engine_memory = [] {
    interlock::port::register_engine(
        {.scheme = "memory",
         .summary = "inside this process only: clients that give the same name share one store",
         .options = {},
         .open = &open});
    return 1;
}();
