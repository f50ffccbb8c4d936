// SPDX-License-Identifier: Apache-2.0
// Handlers that are answered later, by whoever comes first.
#pragma once

#include <interlock/engine/types.hpp>

#include <atomic>
#include <utility>
#include <vector>

namespace interlock::memory {

/// The handlers of one pending request, more than one if it was repeated. A grant on its way and a
/// withdrawal may both answer: the first one counts. `add` needs the store's mutex; `answer` needs no lock.
template <class Answer>
class reply {
public:
    explicit reply(port::handler<Answer> first) { add(std::move(first)); }

    void add(port::handler<Answer> another) { handlers_.push_back(std::move(another)); }

    void answer(const Answer& what) {
        if (answered_.exchange(true)) return;
        for (auto& each : handlers_) each(what);
        handlers_.clear();
    }

    [[nodiscard]] bool answered() const noexcept { return answered_; }

private:
    std::atomic<bool> answered_{false};
    std::vector<port::handler<Answer>> handlers_;
};

}  // namespace interlock::memory
