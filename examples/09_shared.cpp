// SPDX-License-Identifier: Apache-2.0
// Readers together, writers alone; and a reader that may become the writer.
#include <interlock/interlock.hpp>

#include <cstdio>
#include <mutex>
#include <shared_mutex>

int main() {
    interlock::client locks;
    bool outdated = true;

    // [snippet]
    auto catalog = locks.shared_mutex("catalog");
    {
        std::shared_lock reading{catalog};  // together with other readers, in any process
    }
    {
        std::scoped_lock writing{catalog};  // alone
    }

    auto maybe = catalog.upgradeable().acquire();  // reads beside other readers …
    if (outdated) {
        maybe.upgrade();  // … and becomes the writer, with nobody in between
        outdated = false;
        maybe.downgrade();  // readers may come in again; the writer's fence is kept
    }
    // [/snippet]

    const bool reads = maybe.mode() == interlock::mode::shared && maybe.valid();
    std::printf("reads on: %s, outdated: %s\n", reads ? "yes" : "no", outdated ? "yes" : "no");
    return reads && !outdated ? 0 : 1;
}
