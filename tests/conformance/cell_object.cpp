// SPDX-License-Identifier: Apache-2.0
// Cells as users hold them, on every engine: two clients stand for two processes.
#include <interlock/cell.hpp>

#include <random>
#include <thread>

#include "conformance/suite.hpp"
#include "support/linearizable.hpp"

namespace interlock::conformance {
namespace {

using kind = test::register_operation::kind;

/// One thread's share of the random history.
void use_at_random(interlock::client& of, test::register_history& history, unsigned seed) {
    auto cell = of.cell<std::string>("x");
    std::minstd_rand chance{seed};
    versioned<std::string> known;
    for (int i = 0; i < 60; ++i) {
        const auto value = std::to_string(seed) + "-" + std::to_string(i);
        switch (chance() % 4) {
            case 0:
                history.record({.what = kind::store, .value = value},
                               [&](auto& seen) { seen.version = cell.store(value); });
                break;
            case 1:
                history.record({.what = kind::exchange, .value = value, .expected = known.version},
                               [&](auto& seen) {
                                   seen.written = cell.compare_exchange(known, value);
                                   seen.version = known.version;
                               });
                break;
            default:
                history.record({.what = kind::load}, [&](auto& seen) {
                    known = cell.load();
                    seen.value = known.value.value_or("");
                    seen.version = known.version;
                });
        }
    }
}

TEST_P(cell_objects, every_history_could_have_happened_one_at_a_time) {
    NEEDS(cells);
    constexpr unsigned clients = 3;
    constexpr unsigned threads = 2;
    test::register_history history;
    {
        std::deque<interlock::client> all;
        std::vector<std::jthread> running;
        for (unsigned i = 0; i < clients; ++i) {
            auto& one = all.emplace_back(url());
            for (unsigned k = 0; k < threads; ++k)
                running.emplace_back([&, i, k] { use_at_random(one, history, i * threads + k + 1); });
        }
        running.clear();
    }
    EXPECT_EQ(history.size(), clients * threads * 60U);
    EXPECT_EQ(history.fault(), "");
}

TEST_P(cell_objects, additions_of_several_clients_are_all_counted) {
    NEEDS(cells);
    constexpr int times = 40;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                auto n = own.cell<int>("n");
                for (int k = 0; k < times; ++k) n.fetch_add(1);
            });
        }
    }
    interlock::client last{url()};
    EXPECT_EQ(last.cell<int>("n").load().value, 4 * times);
}

TEST_P(cell_objects, a_reservation_never_takes_more_than_there_is) {
    NEEDS(cells);
    interlock::client first{url()};
    first.cell<int>("stock").store(25);
    std::atomic<int> reserved{0};
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&] {
                interlock::client own{url()};
                auto stock = own.cell<int>("stock");
                for (int k = 0; k < 10; ++k) {
                    bool enough = false;
                    stock.update([&](const std::optional<int>& left) -> std::optional<int> {
                        enough = left.value_or(0) >= 3;
                        if (!enough) return std::nullopt;
                        return *left - 3;
                    });
                    if (enough) reserved += 3;
                }
            });
        }
    }
    EXPECT_EQ(reserved, 24);
    EXPECT_EQ(first.cell<int>("stock").load().value, 1);
}

TEST_P(cell_objects, a_holder_that_lost_its_lock_cannot_write_over_its_successor) {
    NEEDS(cells);
    NEEDS(evict);
    interlock::client first{url()};
    interlock::client second{url()};
    const auto late = first.mutex("m").acquire();
    second.evict("m");
    const auto successor = second.mutex("m").acquire();
    second.cell<std::string>("x").store("successor", successor.fence());
    std::error_code ec;
    first.cell<std::string>("x").store("late", late.fence(), ec);
    EXPECT_EQ(ec, errc::stale);
    EXPECT_EQ(first.cell<std::string>("x").load().value, "successor");
}

TEST_P(cell_objects, a_change_wakes_whoever_waits_in_another_client) {
    NEEDS(watch);
    interlock::client first{url()};
    interlock::client second{url()};
    auto here = first.cell<int>("x");
    auto there = second.cell<int>("x");
    std::jthread echo{[&] {
        for (int i = 1; i <= 20; ++i) {
            const auto asked = there.wait_for(2 * i - 2, test::patience);
            ASSERT_TRUE(asked.has_value());
            there.store(-*asked->value);
        }
    }};
    for (int i = 1; i <= 20; ++i) {
        here.store(i);
        const auto answer = here.wait_for(2 * i - 1, test::patience);
        ASSERT_TRUE(answer.has_value());
        EXPECT_EQ(answer->value, -i);
    }
}

TEST_P(cell_objects, a_watch_sees_the_last_change_of_another_client) {
    NEEDS(watch);
    interlock::client first{url()};
    interlock::client second{url()};
    std::atomic<int> last{0};
    const auto watching =
        second.cell<int>("x").watch([&](const versioned<int>& now) { last = now.value.value_or(-1); });
    for (int i = 1; i <= 50; ++i) first.cell<int>("x").store(i);
    EXPECT_TRUE(test::eventually([&] { return last == 50; }));
}

}  // namespace
}  // namespace interlock::conformance
