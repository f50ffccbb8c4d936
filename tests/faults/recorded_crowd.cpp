// SPDX-License-Identifier: Apache-2.0
// Crowds of processes whose members are killed and replaced, with a record of all that they held.
#include "faults/recorded_crowd.hpp"

#include <algorithm>
#include <sstream>

namespace interlock::test {
namespace {

boot_clock::time_point at(std::int64_t count) { return boot_clock::time_point{boot_clock::duration{count}}; }

}  // namespace

member::member(const std::vector<std::string>& command, history& holds) : who_{command}, holds_{holds} {
    EXPECT_EQ(who_.hear(), "ready");
    reader_ = std::thread{[this] { follow(); }};
}

void member::kill() {
    if (!reader_.joinable()) return;
    killed_ = boot_clock::now();  // Before it dies: a record too short accuses nobody.
    who_.kill_at_once();
    reader_.join();
    if (!open_) return;
    open_->ended = std::max(open_->granted, killed_);
    holds_.add(*open_);
}

void member::follow() {
    while (const auto line = who_.hear(std::chrono::minutes{2})) note(*line);
}

void member::note(const std::string& line) {
    std::istringstream words{line};
    std::string what;
    words >> what;
    if (what == "took") {
        int how = 0;
        std::int64_t when = 0;
        open_.emplace();
        words >> how >> open_->permits >> open_->fence >> when;
        open_->how = static_cast<mode>(how);
        open_->granted = at(when);
    } else if (what == "gave" && open_) {
        std::int64_t when = 0;
        words >> when;
        open_->ended = at(when);
        holds_.add(*open_);
        if (open_->how == mode::exclusive) ++writes_;
        open_.reset();
        ++turns_;
    } else if (what == "passed") {
        const std::lock_guard guard{mutex_};
        words >> passed_.emplace_back();
        ++turns_;
    } else {
        const std::lock_guard guard{mutex_};
        if (fault_.empty()) fault_ = line;
    }
}

std::vector<std::uint64_t> member::passed() const {
    const std::lock_guard guard{mutex_};
    return passed_;
}

std::string member::fault() const {
    const std::lock_guard guard{mutex_};
    return fault_;
}

std::unique_ptr<member> recorded_crowd::newcomer() {
    const std::vector<std::string> command{CROWD_MEMBER, url(), kind_, std::to_string(chance_()),
                                           counter_file()};
    return std::make_unique<member>(command, holds_);
}

void recorded_crowd::gather(const std::string& kind, int how_many) {
    kind_ = kind;
    for (int i = 0; i < how_many; ++i) members_.push_back(newcomer());
}

member& recorded_crowd::replace_one() {
    auto& place = members_[chance_() % members_.size()];
    place->kill();
    gone_.push_back(std::move(place));
    place = newcomer();
    return *place;
}

void recorded_crowd::replace_many(int times) {
    for (int i = 0; i < times; ++i) {
        replace_one();
        std::vector<int> before;
        for (const auto& each : members_) before.push_back(each->turns());
        for (std::size_t k = 0; k < members_.size(); ++k) {
            ASSERT_TRUE(eventually([&] { return members_[k]->turns() > before[k]; }))
                << "a member had no turn any more: " << members_[k]->fault();
        }
    }
}

void recorded_crowd::disband(std::uint32_t limit) {
    for (auto& each : members_) each->kill();
    for (const auto* all : {&members_, &gone_}) {
        for (const auto& each : *all) EXPECT_EQ(each->fault(), "");
    }
    EXPECT_EQ(holds_.fault(limit), "");
}

int recorded_crowd::turns() const {
    int out = 0;
    for (const auto* all : {&members_, &gone_}) {
        for (const auto& each : *all) out += each->turns();
    }
    return out;
}

int recorded_crowd::writes() const {
    int out = 0;
    for (const auto* all : {&members_, &gone_}) {
        for (const auto& each : *all) out += each->writes();
    }
    return out;
}

}  // namespace interlock::test
