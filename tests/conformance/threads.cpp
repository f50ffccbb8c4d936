// SPDX-License-Identifier: Apache-2.0
// Many threads of many clients at once: a counter that loses nothing, holds that never overlap.
#include "conformance/suite.hpp"
#include "support/history.hpp"

#include <atomic>
#include <thread>

namespace interlock::conformance {
namespace {

constexpr int threads_each = 3;
constexpr int turns = 40;

/// Runs `turn(client, number of turn)` on several threads for each client at the same time.
template <class Turn>
void run_all(std::initializer_list<client*> clients, Turn turn) {
    std::vector<std::thread> running;
    for (auto* who : clients)
        for (int i = 0; i < threads_each; ++i)
            running.emplace_back([who, turn] {
                for (int n = 0; n < turns; ++n) turn(*who, n);
            });
    for (auto& each : running) each.join();
}

}  // namespace

TEST_P(threads, lose_no_update_and_never_hold_together) {
    auto& a = open();
    auto& b = open();
    auto& c = open();
    std::atomic<int> unguarded{0};  // Atomic for the sanitizer only: it is read and written in two steps.
    test::history holds;
    run_all({&a, &b, &c}, [&](client& who, int) {
        const auto held = who.take(who.exclusive("x"));
        const auto from = who.now();
        const int seen = unguarded.load();
        std::this_thread::yield();
        unguarded.store(seen + 1);
        holds.add({held.fence(), from, who.now()});
        EXPECT_EQ(who.release(held.owner).what, status::done);
    });
    EXPECT_EQ(unguarded.load(), 3 * threads_each * turns);
    EXPECT_EQ(holds.size(), static_cast<std::size_t>(3 * threads_each * turns));
    EXPECT_EQ(holds.fault(), "");
}

TEST_P(threads, that_give_up_at_random_lose_no_update_either) {
    auto& a = open();
    auto& b = open();
    std::atomic<int> inside{0};
    run_all({&a, &b}, [&](client& who, int n) {
        auto wanted = who.exclusive("x");
        awaited<port::acquire_answer> answer;
        who.engine().acquire(wanted, answer.handler());
        if (n % 3 == 0) {
            who.withdraw(wanted.owner);
            (void)answer.get();
            return;
        }
        ASSERT_EQ(answer.get().what, status::done);
        EXPECT_EQ(++inside, 1);
        --inside;
        EXPECT_EQ(who.release(wanted.owner).what, status::done);
    });
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::done) << "nothing was left behind";
}

TEST_P(threads, share_permits_without_ever_exceeding_the_limit) {
    NEEDS(permits);
    constexpr int limit = 2;
    auto& a = open();
    auto& b = open();
    std::atomic<int> inside{0};
    run_all({&a, &b}, [&](client& who, int) {
        const auto held = who.take(who.permits("x", 1, limit));
        EXPECT_LE(++inside, limit);
        --inside;
        who.release(held.owner);
    });
    EXPECT_EQ(a.try_once(a.permits("x", limit, limit)).what, status::done);
}

TEST_P(threads, count_in_a_cell_by_compare_and_set) {
    NEEDS(cells);
    auto& a = open();
    auto& b = open();
    run_all({&a, &b}, [&](client& who, int) {
        for (;;) {
            const auto now = who.read("n").now;
            const auto next = std::to_string(std::stoi(now.value.value_or("0")) + 1);
            if (who.write({.request = who.draw_id(), .name = "n", .value = next, .expected = now.version})
                    .what == status::done)
                return;
        }
    });
    EXPECT_EQ(a.read("n").now.value, std::to_string(2 * threads_each * turns));
}

}  // namespace interlock::conformance
