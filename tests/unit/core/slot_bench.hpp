// SPDX-License-Identifier: Apache-2.0
// A slot on the test bench: events go in by short names, what comes out is shown as one line of text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/slot.hpp"
#include "support/manual_time.hpp"

namespace interlock::core {

using namespace std::chrono_literals;

struct named_tenant final : tenant {
    named_tenant(std::string shown, lock_options terms)
        : tenant{std::make_shared<const lock_options>(std::move(terms))}, name{std::move(shown)} {}
    const std::string name;
};
using named = std::shared_ptr<named_tenant>;

/// Every step returns what the slot wants done, in order, for instance `acquire; <waiting>; granted a`.
/// Events of the hook stand in angle brackets, with their fence. Each engine answer is for the slot's
/// present owner unless another is given.
class slot_bench {
public:
    slot_bench() : slot_bench{port::capabilities{.fair = true, .barging = true, .contention = true}} {}
    explicit slot_bench(port::capabilities able) : can{able} {}

    /// Somebody who wants the lock; `terms` default to a lease of 3 s.
    static named who(std::string name, lock_options terms = {.lease = 3s});
    /// The same for one attempt without waiting.
    static named trying(std::string name, lock_options terms = {.lease = 3s});

    std::string arrive(const tenant_ptr& t);
    std::string withdraw(const tenant_ptr& t, failure why = {});
    std::string leave(const tenant_ptr& t);

    std::string convert(const tenant_ptr& t, slot::wish wanted);
    std::string give_up_conversion(const tenant_ptr& t, failure why = {});
    /// The answer to the last request, or to that of an earlier number.
    std::string converted(port::status how, std::uint64_t fence = 0, unsigned of = 0, failure why = {});

    std::string grant(std::uint64_t fence = 1, bool contended = false, duration lease = 3s);
    std::string refuse(port::status how, failure why = {});
    std::string left(port::status how = port::status::done, failure why = {});
    std::string renewed(port::status how = port::status::done, duration lease = 3s, bool contended = false);
    std::string lost(failure why = {});
    std::string waiting();
    std::string contended();
    std::string retire();

    /// Moves the clock, then ticks.
    std::string pass(duration time);
    /// Moves the clock to the next tick that the slot asks for, then ticks.
    std::string pass_to_next_tick();
    [[nodiscard]] duration until_next_tick() const;

    /// `t` arrives on an idle slot and holds the lock.
    named hold(const named& t, std::uint64_t fence = 1, bool contended = false);

    port::capabilities can;
    test::seeded_entropy chance{42};
    time_point now{1000s};
    slot machine{{port::item{.name = "orders"}}, label{.host = "h", .program = "p", .pid = 1}, can, chance};
    port::claim claimed;          ///< The last claim sent.
    port::conversion converting;  ///< The last conversion sent …
    unsigned request = 0;         ///< … and its number.
    std::vector<event> events;    ///< All events told so far.
    time_point told_until{};      ///< With the last grant or extension.

private:
    std::string tell(actions done);
};

}  // namespace interlock::core
