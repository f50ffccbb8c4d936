// SPDX-License-Identifier: Apache-2.0
// Fault tests of all objects but the plain mutex: processes that are told what to do, and one that looks on.
#pragma once

#include <interlock/interlock.hpp>

#include "faults/scene.hpp"

namespace interlock::test {

/// At the end of every test all that its processes had must be gone, seen by a client that was there before.
class sync_scene : public scene {
protected:
    [[nodiscard]] taker start(std::chrono::milliseconds lease = long_lease) const;

    /// Tells `who` to do something for which it has to wait, and returns once so many stand in line of
    /// `name`.
    void queue_up(const taker& who, const std::string& order, const std::string& name, std::size_t place = 1);
    void expect_in_line(const std::string& name, std::size_t how_many);

    /// What a process says when it is through, however long it took; `(nothing)` if it never was.
    static std::string heard(const taker& who) { return who->hear().value_or("(nothing)"); }
    static std::string failed(errc why) { return "failed " + make_error_code(why).message(); }

    void TearDown() override;

    interlock::client onlooker_{url()};
};

}  // namespace interlock::test
