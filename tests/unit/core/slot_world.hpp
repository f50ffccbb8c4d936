// SPDX-License-Identifier: Apache-2.0
// A slot, a little engine that answers late, twice, wrongly or not at all, and everything that must stay
// true.
#pragma once

#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "core/slot.hpp"
#include "support/manual_time.hpp"

namespace interlock::core {

/// Whether requests reach the engine in the order in which they were sent. Threads may carry them out in
/// another.
enum class delivery : std::uint8_t { in_order, any_order };

/// One random life of a slot. Every fault found is a sentence in `faults`.
class slot_world {
public:
    slot_world(std::uint64_t seed, delivery how);

    /// Does something at random.
    void step();
    /// Everybody leaves, the engine answers well again; then nothing may be left anywhere.
    void come_to_rest();

    std::vector<std::string> faults;

private:
    struct person {
        bool told = false;
        bool holds = false;
        bool leaving = false;
    };
    struct waiter {
        port::claim what;
        bool listening = true;
    };

    // The people.
    void arrive();
    void give_up();
    void leave();
    void with_slot(const std::function<void(actions&)>& event);
    void carry_out(action& what);
    void told(const tenant_ptr& who, const char* what);
    void granted(const tell_granted& news);

    // The engine.
    enum class fate : std::uint8_t { answered, answer_lost, request_lost, refused };
    [[nodiscard]] fate draw_fate();
    void send(std::function<void()> request);
    void serve();
    void acquire(const port::claim& what);
    void answer_acquire(port::owner_id owner, port::acquire_answer answer);
    [[nodiscard]] std::optional<port::acquire_answer> take_or_queue(const port::claim& what);
    void withdraw(port::owner_id owner);
    void remove(port::owner_id owner);
    void release(port::owner_id owner, std::chrono::milliseconds keep);
    void answer_left(port::owner_id owner, port::status how);
    void renew(port::owner_id owner, std::chrono::milliseconds lease);
    void evict();
    void outsider();

    // Time and checks.
    void deliver_one(std::vector<std::function<void()>>& from);
    void pass(duration time);
    void check(bool fine, const char* rule);
    void check_belief();
    std::uint64_t roll(std::uint64_t bound) { return rng_() % bound; }

    std::mt19937_64 rng_;
    const delivery how_;
    bool reliable_ = false;
    time_point now_{std::chrono::seconds{1000}};
    const port::capabilities can_{.fair = true, .barging = true, .contention = true, .local_fence_bits = 2};
    test::seeded_entropy chance_;
    slot slot_;

    std::map<tenant_ptr, person> people_;
    tenant_ptr holder_;
    time_point holder_until_{};
    std::uint64_t last_fence_ = 0;

    port::owner_id at_engine_{};
    time_point expires_{};
    std::uint64_t fence_ = 0;
    std::vector<waiter> line_;
    std::set<port::owner_id> evicted_;
    std::vector<std::function<void()>> requests_;
    std::vector<std::function<void()>> news_;
};

}  // namespace interlock::core
