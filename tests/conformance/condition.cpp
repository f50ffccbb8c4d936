// SPDX-License-Identifier: Apache-2.0
// Condition variables on every engine: each client stands for a process.
#include <interlock/cell.hpp>
#include <interlock/condition.hpp>

#include <atomic>
#include <mutex>
#include <thread>

#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

TEST_P(conditions, what_producers_make_is_taken_by_consumers_once_each) {
    NEEDS(watch);
    NEEDS(inspect);
    constexpr int items = 30;
    std::atomic<int> taken{0};
    std::atomic<int> sum{0};
    const auto consume = [&] {
        interlock::client own{url()};
        auto lock = own.mutex("m");
        auto filled = own.condition("filled");
        auto stock = own.cell<int>("stock");
        while (true) {
            std::unique_lock guard{lock};
            filled.wait(guard, [&] { return stock.load().value.value_or(0) != 0; });
            const int item = *stock.load().value;
            if (item < 0) return;
            sum += item;
            ++taken;
            stock.store(0);
            guard.unlock();
            own.condition("emptied").notify_one();
        }
    };
    std::vector<std::jthread> consumers;
    for (int i = 0; i < 2; ++i) consumers.emplace_back(consume);
    interlock::client own{url()};
    auto lock = own.mutex("m");
    auto emptied = own.condition("emptied");
    auto stock = own.cell<int>("stock");
    for (int i = 1; i <= items; ++i) {
        std::unique_lock guard{lock};
        emptied.wait(guard, [&] { return stock.load().value.value_or(0) == 0; });
        stock.store(i);
        guard.unlock();
        own.condition("filled").notify_one();
    }
    {
        std::unique_lock guard{lock};
        emptied.wait(guard, [&] { return stock.load().value.value_or(0) == 0; });
        stock.store(-1);
    }
    own.condition("filled").notify_all();
    consumers.clear();
    EXPECT_EQ(taken, items);
    EXPECT_EQ(sum, items * (items + 1) / 2);
}

TEST_P(conditions, waiters_that_died_are_passed_over) {
    NEEDS(watch);
    NEEDS(inspect);
    open().write("n:n", "00000000000000aa,00000000000000bb");  // Listed, but without a claim.
    interlock::client first{url()};
    interlock::client second{url()};
    std::jthread waiter{[&] {
        std::mutex local;
        std::unique_lock guard{local};
        EXPECT_EQ(first.condition("n").wait_for(guard, test::patience), std::cv_status::no_timeout);
    }};
    ASSERT_TRUE(test::eventually([&] { return second.inspect().size() == 1; }));
    ASSERT_TRUE(test::eventually([&] { return open().read("n:n").now.version == 2; }));
    second.condition("n").notify_one();
}

TEST_P(conditions, the_notification_of_one_that_died_is_passed_on) {
    NEEDS(watch);
    NEEDS(inspect);
    auto& dead = open();
    const auto claim = dead.take(brief(dead.exclusive("n:n/00000000000000aa")));
    dead.write("n:n", "00000000000000aa");
    interlock::client first{url()};
    interlock::client second{url()};
    std::jthread waiter{[&] {
        std::mutex local;
        std::unique_lock guard{local};
        auto own = first.condition("n", {.lease = short_lease()});
        EXPECT_EQ(own.wait_for(guard, test::patience), std::cv_status::no_timeout);
    }};
    ASSERT_TRUE(test::eventually([&] { return dead.read("n:n").now.version == 2; }));
    second.condition("n").notify_one();  // To the first in line, which never looks.
    static_cast<void>(claim);
}

TEST_P(conditions, a_waiter_that_gives_up_takes_no_notification_with_it) {
    NEEDS(watch);
    NEEDS(inspect);
    interlock::client first{url()};
    interlock::client second{url()};
    std::mutex local;
    std::unique_lock guard{local};
    auto n = first.condition("n");
    EXPECT_EQ(n.wait_for(guard, 5ms), std::cv_status::timeout);
    std::jthread notifier{[&] {
        ASSERT_TRUE(test::eventually([&] { return second.cell<int>("ready").load().value == 1; }));
        const std::lock_guard until_it_waits{local};
        second.condition("n").notify_one();
    }};
    first.cell<int>("ready").store(1);
    EXPECT_EQ(n.wait_for(guard, test::patience), std::cv_status::no_timeout);
}

}  // namespace
}  // namespace interlock::conformance
