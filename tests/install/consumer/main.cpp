// SPDX-License-Identifier: Apache-2.0
// A user's program: locks one mutex on each engine that it was told to expect, and only those are linked.
#include <interlock/engine.hpp>
#include <interlock/interlock.hpp>

#include <iostream>
#include <mutex>
#include <string>
#include <vector>

namespace {

std::vector<std::string> linked_engines() {
    std::vector<std::string> out;
    for (const auto& engine : interlock::port::engines()) out.push_back(engine.scheme);
    return out;
}

void lock_once(const std::string& url) {
    interlock::client locks{url};
    auto orders = locks.mutex("orders/42");
    const std::scoped_lock guard{orders};
    std::cout << "locked on " << url << '\n';
}

}  // namespace

// Arguments: a folder for the SQLite file, then the engines that must be linked, in alphabetical order.
int main(int argc, char** argv) {
    const std::vector<std::string> arguments{argv + 1, argv + argc};
    const std::vector<std::string> expected{arguments.begin() + 1, arguments.end()};
    if (linked_engines() != expected) {
        std::cerr << "linked engines are not the expected ones, but:";
        for (const auto& scheme : linked_engines()) std::cerr << ' ' << scheme;
        std::cerr << '\n';
        return 1;
    }
    for (const auto& scheme : expected) {
        lock_once(scheme == "sqlite" ? "sqlite:" + arguments.front() + "/locks.db" : scheme + ":");
    }
}
