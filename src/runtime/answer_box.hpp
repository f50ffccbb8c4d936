// SPDX-License-Identifier: Apache-2.0
// Where a blocked caller waits for the answer to one engine request.
#pragma once

#include <interlock/engine/types.hpp>

#include <memory>
#include <utility>

#include "runtime/futex.hpp"

namespace interlock::runtime {

/// Calls `start` with a handler and waits until it has been called. Every engine operation answers within
/// the client's `connect_timeout`, so this needs no bound of its own.
template <class Answer, class Start>
[[nodiscard]] Answer answer_of(Start start) {
    struct box {
        flag ready;
        Answer answer{};
    };
    const auto shared = std::make_shared<box>();
    start(port::handler<Answer>{[shared](Answer given) {
        shared->answer = std::move(given);
        shared->ready.raise();
    }});
    while (!shared->ready.raised()) shared->ready.wait();
    return std::move(shared->answer);
}

}  // namespace interlock::runtime
