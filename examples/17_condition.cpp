// SPDX-License-Identifier: Apache-2.0
// A condition variable across processes: a producer hands jobs to a consumer.
#include <interlock/interlock.hpp>

#include <cstdio>
#include <mutex>
#include <thread>

int main() {
    interlock::client locks;
    auto next = locks.cell<int>("jobs/next");
    next.erase();
    int done = 0;

    // [snippet]
    std::jthread consumer{[&] {
        auto jobs = locks.mutex("jobs");
        auto arrived = locks.condition("jobs/arrived");
        while (done < 3) {
            std::unique_lock guard{jobs};
            arrived.wait(guard, [&] { return next.load().value.has_value(); });
            std::printf("job %d\n", *next.load().value);
            next.erase(jobs.fence());
            ++done;
            locks.condition("jobs/taken").notify_one();
        }
    }};

    auto jobs = locks.mutex("jobs");
    auto taken = locks.condition("jobs/taken");
    for (int job = 1; job <= 3; ++job) {
        std::unique_lock guard{jobs};
        taken.wait(guard, [&] { return !next.load().value.has_value(); });
        next.store(job, jobs.fence());
        locks.condition("jobs/arrived").notify_one();
    }
    // [/snippet]

    consumer.join();
    return done == 3 ? 0 : 1;
}
