// SPDX-License-Identifier: Apache-2.0
// What every fault test needs: a file, a counter, and processes that take the lock.
#pragma once

#include <gtest/gtest.h>

#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "faults/guarded_counter.hpp"
#include "support/helper_process.hpp"
#include "support/temporary_folder.hpp"

namespace interlock::test {

/// At the end of every test the counter must be exact.
class scene : public ::testing::Test {
protected:
    using taker = std::unique_ptr<helper_process>;

    /// Far longer than any test: who gets the lock sooner was not served by the end of a lease.
    static constexpr std::chrono::milliseconds long_lease{60'000};
    static constexpr std::chrono::milliseconds short_lease{1'000};

    [[nodiscard]] std::string url() const { return "sqlite:" + folder_.file("locks.db"); }
    [[nodiscard]] std::string counter_file() const { return folder_.file("counter"); }

    [[nodiscard]] taker start(std::chrono::milliseconds lease, const std::string& at = {}) const {
        auto out = std::make_unique<helper_process>(std::vector<std::string>{
            LOCK_TAKER, at.empty() ? url() : at, "the lock", std::to_string(lease.count()), counter_file()});
        EXPECT_EQ(out->hear(), "ready");
        return out;
    }

    static std::string ask(const taker& who, const std::string& order) {
        who->say(order);
        return who->hear().value_or("(nothing)");
    }

    /// The fence in "held FENCE"; 0 if that is not what was said.
    static std::uint64_t fence_in(const std::string& said) {
        std::uint64_t out = 0;
        if (said.starts_with("held ")) std::from_chars(said.data() + 5, said.data() + said.size(), out);
        return out;
    }
    static std::uint64_t acquire(const taker& who) { return fence_in(ask(who, "acquire")); }

    /// Tells `who` to acquire and returns once it stands in line (`place` = how many wait then).
    void queue_up(const taker& who, std::size_t place) const;

    static bool add_one(const taker& who) {
        return ask(who, "read").starts_with("read ") && ask(who, "write") == "written";
    }

    /// A seed from INTERLOCK_SEED, or a new one; printed, so that a failure can be repeated.
    [[nodiscard]] static std::uint32_t seed();

    /// The one freeze that SQLite cannot get over (docs/safety.md): no other process can write meanwhile.
    [[nodiscard]] bool caught_in_transaction() const;
    /// Freezes a process at a moment at which it does not hold up all others.
    void freeze_between_writes(const taker& who) const;

    void TearDown() override {
        const auto end = guarded_counter{counter_file()}.read();
        EXPECT_EQ(end.value, end.accepted) << "updates were lost";
    }

    temporary_folder folder_;
};

}  // namespace interlock::test
