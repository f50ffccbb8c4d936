// SPDX-License-Identifier: Apache-2.0
// One turn at the engine: its mutex, its transactions, and what follows once the mutex is free.
#pragma once

#include <utility>

#include "engines/sqlite/engine.hpp"

namespace interlock::sqlite {

/// Holds the engine's mutex from start to end. At its end it rings those who were granted something, frees
/// the mutex and then runs what was put off: handlers and listeners, in order.
class turn {
public:
    explicit turn(engine& of) : engine_{of}, lock_{of.guard_} {}
    turn(const turn&) = delete;
    turn& operator=(const turn&) = delete;
    ~turn() { finish(); }

    /// One write transaction.
    template <class Work>
    outcome write(Work work, boot_clock::duration patience) {
        if (auto usable = engine_.ready(*this); !usable) return usable;
        rows::effects caused;
        auto ended = engine_.db_.write(patience, [&](store& rows) {
            caused = {};
            rows::book book{rows, caused};
            work(book, rows);
        });
        if (ended) take(std::move(caused));
        return ended;
    }
    template <class Work>
    outcome write(Work work) {
        return write(std::move(work), engine_.patience());
    }

    /// One read transaction: `work` may only look.
    template <class Work>
    outcome read(Work work) {
        if (auto usable = engine_.ready(*this); !usable) return usable;
        return engine_.db_.read(engine_.patience(), [&](store& rows) {
            rows::effects none;
            rows::book book{rows, none};
            work(book, rows);
        });
    }

    /// Rings at once and leaves nothing for the loop: the engine is about to close.
    void ring_for_the_last_time();

    /// Runs `work` after the mutex is free.
    template <class Work>
    void later(Work work) {
        later_.emplace_back(std::move(work));
    }

private:
    void take(rows::effects caused);
    void ring();
    void finish();

    engine& engine_;
    std::unique_lock<std::mutex> lock_;
    rows::effects caused_;
    std::vector<port::loop::callback> later_;
};

}  // namespace interlock::sqlite
