// SPDX-License-Identifier: Apache-2.0
// One turn at the engine: its mutex, its transactions, and what follows once the mutex is free.
#include "engines/sqlite/turn.hpp"

#include <iterator>

namespace interlock::sqlite {

void turn::take(rows::effects caused) {
    std::move(caused.pushes.begin(), caused.pushes.end(), std::back_inserter(caused_.pushes));
    std::move(caused.unfinished.begin(), caused.unfinished.end(), std::back_inserter(caused_.unfinished));
}

void turn::ring() {
    std::vector<hint> own;
    std::vector<port::owner_id> gone;
    for (const auto& push : caused_.pushes) {
        if (push.session == engine_.session_) {
            own.push_back({push.what, push.owner, push.cell});
        } else if (engine_.bell_.ring(push) == doorbell::rung::gone) {
            gone.push_back(push.session);
        }
    }
    auto& loop = engine_.host_.loop;
    if (!own.empty()) {
        loop.post([&engine = engine_, own = std::move(own)] {
            turn now{engine};
            engine.take_in(now, own);
        });
    }
    if (!gone.empty()) {
        loop.post([&engine = engine_, gone = std::move(gone)] {
            turn now{engine};
            engine.bury_dead(now, gone);
        });
    }
    if (!caused_.unfinished.empty()) {
        loop.post([&engine = engine_, names = std::move(caused_.unfinished)] {
            turn now{engine};
            static_cast<void>(now.write([&](rows::book& book, store&) { book.settle(names); }));
        });
    }
}

void turn::ring_for_the_last_time() {
    for (const auto& push : caused_.pushes) {
        if (push.session != engine_.session_) static_cast<void>(engine_.bell_.ring(push));
    }
    caused_ = {};
}

void turn::finish() {
    ring();
    lock_.unlock();
    for (auto& work : later_) work();
}

}  // namespace interlock::sqlite
