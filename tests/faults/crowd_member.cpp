// SPDX-License-Identifier: Apache-2.0
// A process to kill in a crowd: takes a lock again and again, by chance, and tells when it had it.
//
// crowd_member URL KIND SEED COUNTER_FILE, where KIND is shared, permits, election or barrier. It prints
// "took MODE PERMITS FENCE TIME" after each grant and "gave TIME" before each release, on the boot clock;
// of a barrier "passed GENERATION"; "fault …" if it saw something that must not be.
#include <interlock/interlock.hpp>

#include <iostream>
#include <random>
#include <string>
#include <thread>

#include "faults/guarded_counter.hpp"

namespace {

using interlock::mode;

void say(const std::string& line) { std::cout << line << '\n' << std::flush; }

std::string now() { return std::to_string(interlock::boot_clock::now().time_since_epoch().count()); }

class member {
public:
    member(const std::string& url, std::uint32_t seed, const std::string& file)
        : locks_{url}, chance_{seed}, counter_{file} {}

    /// Three readers to a writer.
    [[noreturn]] void read_and_write() {
        auto lock = locks_.shared_mutex("the lock");
        while (true) {
            const bool reading = chance_() % 4 != 0;
            const auto hold = reading ? lock.shared().acquire() : lock.acquire();
            took(hold.mode(), 1, hold.fence());
            reading ? look() : add(hold.fence());
            gave();
        }
    }

    [[noreturn]] void take_permits() {
        auto all = locks_.semaphore("the lock", 3);
        while (true) {
            const auto count = static_cast<std::uint32_t>(1 + chance_() % 3);
            const auto hold = all.permits(count).acquire();
            took(hold.mode(), count, hold.fence());
            std::this_thread::yield();
            gave();
        }
    }

    [[noreturn]] void lead() {
        auto election = locks_.election("the lock");
        while (true) {
            auto me = election.campaign("me");
            took(mode::exclusive, 1, me.term());
            if (!me.valid()) say("fault: a leader that is none");
            add(me.term());
            gave();
            me.resign();
        }
    }

    [[noreturn]] void meet() {
        auto barrier = locks_.barrier("the lock", 4);
        while (true) say("passed " + std::to_string(barrier.arrive_and_wait().generation));
    }

private:
    static void took(mode how, std::uint32_t permits, std::uint64_t fence) {
        say("took " + std::to_string(static_cast<int>(how)) + ' ' + std::to_string(permits) + ' ' +
            std::to_string(fence) + ' ' + now());
    }
    static void gave() { say("gave " + now()); }

    /// The two steps between which nobody else may come.
    void add(std::uint64_t fence) {
        const auto value = counter_.read().value;
        std::this_thread::yield();
        if (!counter_.write(value + 1, fence)) say("fault: a newer writer was there already");
    }

    void look() {
        const auto before = counter_.read();
        std::this_thread::yield();
        const auto after = counter_.read();
        if (before.accepted != after.accepted) say("fault: somebody wrote while this one was reading");
        if (after.value != after.accepted) say("fault: a reader sees that an update was lost");
    }

    interlock::client locks_;
    std::mt19937 chance_;
    interlock::test::guarded_counter counter_;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    const std::string kind{argv[2]};
    try {
        member one{argv[1], static_cast<std::uint32_t>(std::stoul(argv[3])), argv[4]};
        say("ready");
        if (kind == "shared") one.read_and_write();
        if (kind == "permits") one.take_permits();
        if (kind == "election") one.lead();
        if (kind == "barrier") one.meet();
        return 2;
    } catch (const std::exception& e) {
        say(std::string{"fault: "} + e.what());
        return 1;
    }
}
