// SPDX-License-Identifier: Apache-2.0
// A recursive mutex: the holding thread may take it again, at no cost and with the same fence.
#include <interlock/interlock.hpp>

#include <cstdint>
#include <cstdio>
#include <mutex>

namespace {

// [snippet]
std::uint64_t audit(interlock::client& locks) {
    auto books = locks.recursive_mutex("books");  // another handle of the same name
    std::scoped_lock guard{books};                // this thread has it already: no wait, no message
    return books.fence();
}

bool close_the_year(interlock::client& locks) {
    auto books = locks.recursive_mutex("books");
    std::scoped_lock guard{books};
    return audit(locks) == books.fence();
}
// [/snippet]

}  // namespace

int main() {
    interlock::client locks;
    const bool same = close_the_year(locks);
    std::printf("same fence inside: %s\n", same ? "yes" : "no");
    return same ? 0 : 1;
}
