// SPDX-License-Identifier: Apache-2.0
// A fence protects the resource from a holder that was frozen and comes back too late.
#include <interlock/interlock.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

namespace {

/// Stands for a database row or a file service: it refuses a writer older than the last one it saw.
class ledger {
public:
    bool write(const std::string& row, std::uint64_t fence) {
        if (fence < highest_) return false;
        highest_ = fence;
        row_ = row;
        return true;
    }

private:
    std::uint64_t highest_ = 0;
    std::string row_;
};

}  // namespace

int main() {
    interlock::client locks;
    ledger book;

    // [snippet]
    auto account = locks.mutex("account/7");

    auto first = account.acquire();
    const auto old_fence = first.fence();
    locks.evict("account/7");  // an operator thought that the holder was dead

    auto second = account.acquire();
    const bool written = book.write("second", second.fence());  // newer fence: accepted
    const bool late = book.write("first", old_fence);           // older fence: refused
    // [/snippet]

    std::printf("second wrote: %s, the late writer: %s\n", written ? "yes" : "no", late ? "yes" : "no");
    return written && !late ? 0 : 1;
}
