// SPDX-License-Identifier: Apache-2.0
// Many processes at once: exact, fair, and undisturbed by those that are killed or frozen among them.
#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

#include "faults/scene.hpp"

namespace interlock::test {
namespace {

/// A process that adds one again and again, and a thread that counts its turns.
class worker {
public:
    worker(std::unique_ptr<helper_process> who, int times) : who_{std::move(who)} {
        who_->say("add " + std::to_string(times));
        reader_ = std::thread{[this] { follow(); }};
    }
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;
    ~worker() {
        if (reader_.joinable()) reader_.join();
    }

    [[nodiscard]] int turns() const { return turns_; }
    [[nodiscard]] bool done() const { return done_; }
    [[nodiscard]] bool ended() const { return ended_; }
    [[nodiscard]] helper_process& process() { return *who_; }

private:
    void follow() {
        while (const auto line = who_->hear(std::chrono::minutes{2})) {
            if (*line == "turn") ++turns_;
            if (*line == "done") return void(done_ = true);
        }
        ended_ = true;
    }

    std::unique_ptr<helper_process> who_;
    std::atomic<int> turns_{0};
    std::atomic<bool> done_{false};
    std::atomic<bool> ended_{false};
    std::thread reader_;
};

using workers = std::vector<std::unique_ptr<worker>>;

class crowd : public scene {
protected:
    [[nodiscard]] bool caught_in_counter() const {
        const guarded_counter counter{counter_file()};
        return !eventually([&] { return counter.idle(); }, std::chrono::seconds{1});
    }
};

TEST_F(crowd, of_eight_processes_counts_exactly_and_nobody_starves) {
    constexpr int processes = 8;
    constexpr int times = 2'000;
    std::vector<taker> ready;
    for (int i = 0; i < processes; ++i) ready.push_back(start(std::chrono::seconds{30}));
    workers all;
    for (auto& one : ready) all.push_back(std::make_unique<worker>(std::move(one), times));
    const auto finished = [&] {
        return std::any_of(all.begin(), all.end(), [](auto& w) { return w->done(); });
    };
    ASSERT_TRUE(eventually(finished, std::chrono::minutes{2}));
    int least = times;
    for (const auto& one : all) least = std::min(least, one->turns());
    EXPECT_GE(2 * least, times) << "when the first had all its turns, another had only " << least;
    const auto all_done = [&] {
        return std::all_of(all.begin(), all.end(), [](auto& w) { return w->done(); });
    };
    ASSERT_TRUE(eventually(all_done, std::chrono::minutes{2}));
    EXPECT_EQ(guarded_counter{counter_file()}.read().value, static_cast<std::uint64_t>(processes * times));
}

TEST_F(crowd, goes_on_exactly_while_members_are_killed_and_frozen) {
    std::mt19937 chance{seed()};
    constexpr int endless = 1'000'000;
    const auto newcomer = [&] {
        return std::make_unique<worker>(start(std::chrono::milliseconds{500}), endless);
    };
    workers all;
    for (int i = 0; i < 5; ++i) all.push_back(newcomer());
    for (int round = 0; round < 12; ++round) {
        auto& victim = all[chance() % all.size()];
        const auto before = guarded_counter{counter_file()}.read().value;
        if (chance() % 2 == 0) {
            victim->process().kill_at_once();
            victim = newcomer();
        } else {
            victim->process().freeze();
            // The others go on without it, however it was caught: holding, waiting, or in between.
            if (!caught_in_transaction() && !caught_in_counter()) {
                EXPECT_TRUE(
                    eventually([&] { return guarded_counter{counter_file()}.read().value > before + 20; }));
            }
            victim->process().thaw();
        }
        const auto turns = victim->turns();
        EXPECT_TRUE(eventually([&] { return victim->turns() > turns; }))
            << "the thawed or new one never had a turn";
    }
    for (const auto& one : all) EXPECT_FALSE(one->ended());
    for (const auto& one : all) one->process().kill_at_once();
}

}  // namespace
}  // namespace interlock::test
