// SPDX-License-Identifier: Apache-2.0
// Work that is done once by all processes together; everybody gets its result.
#include <interlock/interlock.hpp>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

int main() {
    interlock::client locks;
    locks.once("cluster/token").reset();  // from an earlier run of this example
    std::atomic<int> runs{0};
    std::atomic<int> same{0};
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < 4; ++i) {
            all.emplace_back([&] {
                // [snippet]
                auto setup = locks.once("cluster/token");
                const std::string token = setup.call([&](std::stop_token lost) {
                    ++runs;  // long work looks at lost.stop_requested() now and then
                    return lost.stop_requested() ? "" : "token-4711";
                });
                // [/snippet]
                if (token == "token-4711") ++same;
            });
        }
    }
    std::printf("ran %d time(s), %d got the result\n", runs.load(), same.load());
    return runs == 1 && same == 4 ? 0 : 1;
}
