// SPDX-License-Identifier: Apache-2.0
// One transaction after the other on a fake store, in words short enough for tests.
#pragma once

#include "engines/rows/book.hpp"
#include "unit/rows/fake_store.hpp"

#include <algorithm>
#include <chrono>

namespace interlock::rows::test {

using namespace std::chrono_literals;
using verdict = acquired::verdict;

/// An id that tests can read: its number in the first bytes.
inline owner_id id(unsigned number) {
    owner_id out;
    out.bytes[0] = static_cast<std::uint8_t>(number >> 8U);
    out.bytes[1] = static_cast<std::uint8_t>(number);
    return out;
}

inline port::item exclusive(std::string name) { return {.name = std::move(name)}; }
inline port::item shared(std::string name) { return {.name = std::move(name), .how = mode::shared}; }
inline port::item permits(std::string name, std::uint32_t count, std::uint32_t limit) {
    return {.name = std::move(name), .how = mode::permits, .permits = count, .limit = limit};
}

struct desk {
    fake_store rows;
    effects caused;  ///< Of the last step.

    book next() {
        caused = {};
        return {rows, caused};
    }
    /// The session of an owner is its number + 1000.
    acquired take(unsigned owner, std::vector<port::item> items, bool wait = true, order how = order::fair) {
        return next().acquire({.owner = id(owner),
                               .items = std::move(items),
                               .lease = 30s,
                               .wait = wait,
                               .order = how,
                               .label = "label"},
                              id(owner + 1000));
    }
    bool give(unsigned owner, std::chrono::milliseconds keep = 0ms) {
        return next().release(id(owner), keep);
    }
    sight look(unsigned owner) { return next().look(id(owner)); }
    bool holds(unsigned owner) { return look(owner).now == sight::what::holding; }
    bool waits(unsigned owner) { return look(owner).now == sight::what::waiting; }
    renewed renew(unsigned owner) { return next().renew({id(owner), 30s}); }

    /// Whether the last step tells the session of `owner`.
    [[nodiscard]] bool tells(push::kind what, unsigned owner) const {
        return std::any_of(caused.pushes.begin(), caused.pushes.end(), [&](const push& each) {
            return each.what == what && each.owner == id(owner) && each.session == id(owner + 1000);
        });
    }
};

}  // namespace interlock::rows::test
