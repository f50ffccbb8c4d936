// SPDX-License-Identifier: Apache-2.0
// A process to kill: does with any object what it is told, line by line.
//
// sync_taker URL LEASE_MS COUNTER_FILE, then on stdin one of the orders below. An order that fails is
// answered "failed REASON"; `await` and `pass` say a line more, before they begin to wait.
#include <interlock/interlock.hpp>

#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>

#include "faults/guarded_counter.hpp"

namespace {

std::string held(std::uint64_t fence) { return "held " + std::to_string(fence); }

void say(const std::string& line) { std::cout << line << '\n' << std::flush; }

template <class T>
T next(std::istringstream& words) {
    T out{};
    if (!(words >> out)) throw std::runtime_error{"the order lacks a word"};
    return out;
}

class taker {
public:
    taker(const std::string& url, std::chrono::milliseconds lease, const std::string& file)
        : locks_{url}, options_{.lease = lease}, counter_{file} {}

    std::string obey(const std::string& line) {
        std::istringstream words{line};
        const auto order = next<std::string>(words);
        const auto name = next<std::string>(words);
        try {
            return orders_.at(order)(name, words);
        } catch (const interlock::error& e) {
            return "failed " + e.code().message();
        }
    }

private:
    using arguments = std::istringstream&;

    std::string keep(const std::string& name, interlock::hold taken) {
        return held((holds_[name] = std::move(taken)).fence());
    }

    /// Adds one in two steps, so that only the lock or the fence can keep it exact.
    std::string add(std::uint64_t fence) {
        const auto value = counter_.read().value;
        return counter_.write(value + 1, fence) ? "written" : "refused";
    }

    /// Adds one so often, each time with both locks, in the order in which they are told.
    std::string transfer(const std::string& from, arguments words) {
        const auto to = next<std::string>(words);
        auto both = locks_.multi_lock({{from}, {to}}, options_);
        for (auto times = next<int>(words); times > 0; --times) {
            const auto taken = both.acquire();
            if (add(taken.fence(std::min(from, to))) != "written") return "refused";
        }
        return "done";
    }

    std::string arrive(const std::string& name, arguments words) {
        auto meeting = locks_.barrier(name, next<std::uint32_t>(words), options_);
        const auto [generation, last] = meeting.arrive_and_wait();
        return "passed " + std::to_string(generation) + (last ? " last" : "");
    }

    std::string begin(const std::string& name) {
        auto begun = locks_.once(name, options_).begin();
        if (begun.result) return "result " + *begun.result;
        turns_[name] = std::move(begun.turn);
        return "running";
    }

    std::string await(const std::string& name) {
        auto lock = locks_.mutex(name, options_);
        auto arrived = locks_.condition(name, options_);
        std::unique_lock guard{lock};
        say("locked");
        arrived.wait(guard);
        return "woken";
    }

    std::string pass(const std::string& name, arguments words) {
        const auto gate = locks_.latch(name, next<std::uint32_t>(words));
        say("waiting");
        gate.wait();
        return "open";
    }

    interlock::hold& hold_of(const std::string& name) {
        return leads_.contains(name) ? leads_[name].held() : holds_[name];
    }

    using act = std::function<std::string(const std::string& name, arguments)>;
    const std::map<std::string, act> orders_{
        // Locks. What is taken is known by its name from then on.
        {"read", [&](auto& name,
                     auto&) { return keep(name, locks_.shared_mutex(name, options_).shared().acquire()); }},
        {"write", [&](auto& name, auto&) { return keep(name, locks_.mutex(name, options_).acquire()); }},
        {"read-first",
         [&](auto& name, auto&) {
             return keep(name, locks_.shared_mutex(name, options_).upgradeable().acquire());
         }},
        {"upgrade", [&](auto& name, auto&) { return holds_[name].upgrade(), held(holds_[name].fence()); }},
        {"permits",
         [&](auto& name, auto& words) {
             const auto count = next<std::uint32_t>(words);
             auto all = locks_.semaphore(name, next<std::uint32_t>(words), options_);
             return keep(name, all.permits(count).acquire());
         }},
        {"valid", [&](auto& name, auto&) { return hold_of(name).valid() ? "valid" : "lost"; }},
        {"add", [&](auto& name, auto&) { return add(hold_of(name).fence()); }},
        {"release", [&](auto& name, auto&) { return hold_of(name).release(), "released"; }},
        {"transfer", [&](auto& name, auto& words) { return transfer(name, words); }},
        // All others.
        {"campaign",
         [&](auto& name, auto& words) {
             leads_[name] = locks_.election(name, options_).campaign(next<std::string>(words));
             return held(leads_[name].term());
         }},
        {"proclaim",
         [&](auto& name, auto& words) {
             return leads_[name].proclaim(next<std::string>(words)), "proclaimed";
         }},
        {"arrive", [&](auto& name, auto& words) { return arrive(name, words); }},
        {"begin", [&](auto& name, auto&) { return begin(name); }},
        {"finish",
         [&](auto& name, auto& words) { return turns_[name].finish(next<std::string>(words)), "finished"; }},
        {"await", [&](auto& name, auto&) { return await(name); }},
        {"pass", [&](auto& name, auto& words) { return pass(name, words); }},
    };

    interlock::client locks_;
    interlock::lock_options options_;
    interlock::test::guarded_counter counter_;
    std::map<std::string, interlock::hold> holds_;
    std::map<std::string, interlock::leadership> leads_;
    std::map<std::string, interlock::once_turn> turns_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    try {
        taker one{argv[1], std::chrono::milliseconds{std::stoi(argv[2])}, argv[3]};
        say("ready");
        for (std::string line; std::getline(std::cin, line);) say(one.obey(line));
    } catch (const std::exception& e) {
        say(std::string{"error "} + e.what());
        return 1;
    }
}
