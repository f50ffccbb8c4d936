// SPDX-License-Identifier: Apache-2.0
// A process to kill: takes a lock and does what it is told, line by line.
//
// lock_taker URL NAME LEASE_MS COUNTER_FILE, then on stdin:
//   acquire | release | valid | await-loss | read | write | add TIMES | try-in-child | leave | quit
#include <sys/wait.h>
#include <unistd.h>
#include <interlock/interlock.hpp>

#include <chrono>
#include <iostream>
#include <optional>
#include <semaphore>
#include <sstream>
#include <string>

#include "faults/guarded_counter.hpp"

namespace {

using namespace std::chrono_literals;

class taker {
public:
    taker(const std::string& url, const std::string& name, std::chrono::milliseconds lease,
          const std::string& file)
        : locks_{url}, lock_{locks_.mutex(name, {.lease = lease})}, counter_{file} {}

    /// What to print; nothing at the end.
    std::optional<std::string> obey(const std::string& line) {
        std::istringstream words{line};
        std::string order;
        words >> order;
        if (order == "acquire") return acquire();
        if (order == "release") return release();
        if (order == "valid") return hold_.valid() ? "valid" : "lost";
        if (order == "await-loss") return await_loss();
        if (order == "read") return read_ = counter_.read().value, "read " + std::to_string(read_);
        if (order == "write") return counter_.write(read_ + 1, hold_.fence()) ? "written" : "refused";
        if (order == "add") return add(words);
        if (order == "try-in-child") return try_in_child();
        if (order == "leave") ::_exit(0);  // No destructor, no exit handler.
        return std::nullopt;
    }

private:
    std::string acquire() {
        hold_ = lock_.acquire();
        return "held " + std::to_string(hold_.fence());
    }

    std::string release() {
        std::error_code ec;
        hold_.release(ec);
        return ec ? ec.message() : "released";
    }

    std::string await_loss() {
        std::binary_semaphore lost{0};
        const std::stop_callback told{hold_.lost(), [&] { lost.release(); }};
        return lost.try_acquire_for(20s) ? "lost" : "still held";
    }

    /// Adds one so often, each under the lock; says "turn" after each so that progress can be compared.
    std::string add(std::istringstream& words) {
        int times = 0;
        words >> times;
        for (int i = 0; i < times; ++i) {
            const auto hold = lock_.acquire();
            const auto value = counter_.read().value;
            static_cast<void>(counter_.write(value + 1, hold.fence()));
            std::cout << "turn\n" << std::flush;
        }
        return "done";
    }

    /// What a forked child makes of its parent's objects.
    std::string try_in_child() {
        const auto child = ::fork();
        if (child == 0) {
            std::error_code ec;
            const auto again = lock_.try_acquire(ec);
            const bool right = ec == interlock::errc::forked && !again && !hold_.valid();
            hold_ = {};  // Must not release the parent's.
            ::_exit(right ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "child holds nothing" : "child misbehaved";
    }

    interlock::client locks_;
    interlock::mutex lock_;
    interlock::test::guarded_counter counter_;
    interlock::hold hold_;
    std::uint64_t read_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    try {
        taker one{argv[1], argv[2], std::chrono::milliseconds{std::stoi(argv[3])}, argv[4]};
        std::cout << "ready\n" << std::flush;
        for (std::string line; std::getline(std::cin, line);) {
            const auto said = one.obey(line);
            if (!said) break;
            std::cout << *said << '\n' << std::flush;
        }
    } catch (const std::exception& e) {
        std::cout << "error " << e.what() << '\n' << std::flush;
        return 1;
    }
}
