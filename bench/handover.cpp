// SPDX-License-Identifier: Apache-2.0
// How long is the lock dead between a release in one process and the grant in another, and what do waiters
// cost?
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <interlock/interlock.hpp>

#include <atomic>
#include <filesystem>
#include <new>

#include "measure.hpp"

using interlock::boot_clock;
using namespace std::chrono_literals;

namespace {

/// Shared by all processes of a run. Times are boot-clock nanoseconds.
struct board {
    std::atomic<long> released_at{0};
    std::atomic<int> ready{0};
    std::atomic<bool> stop{false};
    std::atomic<int> samples{0};
    double gap_us[20'000]{};
};

board* shared_board() {
    void* const place =
        ::mmap(nullptr, sizeof(board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return new (place) board;
}

long now() { return boot_clock::now().time_since_epoch().count(); }

/// Takes turns with the others; notes how long ago the one before released.
void take_turns(const std::string& url, board& shared) {
    interlock::client locks{url};
    auto lock = locks.mutex("handover", {.local_handovers = 0});
    ++shared.ready;
    while (!shared.stop) {
        auto hold = lock.acquire();
        const auto granted = now();
        const auto released = shared.released_at.exchange(0);
        if (released != 0) {
            const int index = shared.samples++;
            if (index < 20'000) shared.gap_us[index] = static_cast<double>(granted - released) / 1000;
        }
        for (const auto end = boot_clock::now() + 200us; boot_clock::now() < end;) {
        }  // the work
        shared.released_at = now();
    }
}

template <class Work>
std::vector<pid_t> start(int count, Work work) {
    std::vector<pid_t> out;
    for (int i = 0; i < count; ++i) {
        const auto child = ::fork();
        if (child == 0) {
            work();
            std::fflush(stdout);
            ::_exit(0);
        }
        out.push_back(child);
    }
    return out;
}

/// Sums up the processor time of the ended children.
double wait_for(const std::vector<pid_t>& children) {
    double seconds = 0;
    for (const auto child : children) {
        rusage used{};
        ::wait4(child, nullptr, 0, &used);
        seconds += static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                   static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    }
    return seconds;
}

void dead_time(const std::string& url, int processes, bench::effort how) {
    auto& shared = *shared_board();
    const auto children = start(processes, [&] { take_turns(url, shared); });
    while (shared.ready < processes) ::usleep(1000);
    ::usleep(static_cast<useconds_t>(std::chrono::microseconds{how.round * how.rounds}.count()));
    shared.stop = true;
    wait_for(children);
    const std::vector<double> gaps(shared.gap_us, shared.gap_us + std::min(20'000, shared.samples.load()));
    std::printf("| %d | %zu | %.0f µs | %.0f µs |\n", processes, gaps.size(), bench::median(gaps),
                bench::percentile(gaps, 0.99));
    std::fflush(stdout);
}

/// Processor time of `waiters` processes that do nothing but wait, as a share of one core.
void idle_cost(const std::string& url, int waiters, std::chrono::seconds how_long) {
    auto& shared = *shared_board();
    const auto children = start(waiters + 1, [&] {
        interlock::client locks{url};
        auto lock = locks.mutex("idle");
        if (shared.ready++ == 0) {
            const auto hold = lock.acquire();
            while (!shared.stop) ::usleep(50'000);
        } else {
            static_cast<void>(lock.try_acquire_for(how_long));
        }
    });
    for (const auto end = boot_clock::now() + how_long; boot_clock::now() < end;) ::usleep(10'000);
    shared.stop = true;
    const auto used = wait_for(children);
    std::printf(
        "\n%d waiters for %lld s used %.1f ms of processor time, start and end included: %.3f %% of a core "
        "each\n",
        waiters, static_cast<long long>(how_long.count()), used * 1000,
        100 * used / waiters / static_cast<double>(how_long.count()));
}

}  // namespace

int main(int argc, char** argv) {
    const auto how = bench::effort::from(argc, argv);
    std::string folder = (std::filesystem::temp_directory_path() / "interlock-bench-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) return 1;
    const auto url = "sqlite:" + folder + "/locks.db";
    std::printf("\n| processes | hand-overs | dead time, median | p99 |\n|---|---|---|---|\n");
    std::fflush(stdout);  // Or each child prints it again.
    for (const int processes : {2, 4, 16}) dead_time(url, processes, how);
    idle_cost(url, 16, how.rounds > 1 ? 10s : 1s);
    std::filesystem::remove_all(folder);
}
