// SPDX-License-Identifier: Apache-2.0
// One client of the engine under test, with its own loop and ears, and a blocking face for tests.
#pragma once

#include "support/live_host.hpp"
#include "support/waiting.hpp"

#include <interlock/engine.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace interlock::conformance {

using namespace std::chrono_literals;
using port::status;
using std::chrono::milliseconds;
using test::awaited;
using test::eventually;

/// A claim that was granted.
struct taken {
    port::owner_id owner;
    std::vector<std::uint64_t> fences;
    boot_clock::time_point until;
    bool contended = false;

    [[nodiscard]] std::uint64_t fence() const { return fences.at(0); }
};

/// A claim on its way.
struct waiting {
    port::owner_id owner;
    awaited<port::acquire_answer> answer;
};

class client {
public:
    explicit client(const std::string& url);
    ~client();

    // Claims, each with an owner of its own. The label's note is the owner, so that `inspect` finds it.
    [[nodiscard]] port::claim exclusive(std::string name) { return claim({{std::move(name)}}); }
    [[nodiscard]] port::claim shared(std::string name);
    [[nodiscard]] port::claim upgradeable(std::string name);
    [[nodiscard]] port::claim permits(std::string name, std::uint32_t count, std::uint32_t limit);
    [[nodiscard]] port::claim claim(std::vector<port::item> items);

    /// Sends a claim and returns once it is answered or seen to stand in line.
    [[nodiscard]] waiting start(port::claim wanted);
    /// Whether a claim still stands in line: surer than that its answer is not here yet, because a grant may
    /// be on its way. Engines that cannot tell are asked for the answer alone.
    [[nodiscard]] bool sees_in_line(const waiting& started);
    /// The answer of a claim that does not wait.
    [[nodiscard]] port::acquire_answer try_once(port::claim wanted);
    /// Waits for a grant; throws if there is another answer. A grant that came late is renewed once,
    /// because it may carry a short lease at first.
    taken take(port::claim wanted);
    taken take(waiting& started, milliseconds lease = 30s);

    /// The answer of a conversion that does not wait.
    port::acquire_answer convert(port::owner_id owner, mode to);
    port::acquire_answer convert(port::conversion what);
    /// Asks to become exclusive, and returns once it is answered or seen to wait.
    [[nodiscard]] waiting start_upgrade(port::owner_id owner, std::vector<port::owner_id> holding = {});
    [[nodiscard]] waiting start_upgrade(port::conversion what);
    [[nodiscard]] bool sees_upgrading(port::owner_id owner);

    port::plain_answer release(port::owner_id owner, milliseconds keep = 0ms);
    port::plain_answer withdraw(port::owner_id owner);
    port::renew_answer renew(port::owner_id owner, milliseconds lease = 30s);
    std::vector<port::renew_answer> renew(std::vector<port::renewal> holds);
    std::vector<claim_info> inspect(port::filter which = {});
    port::plain_answer evict(std::string name);
    port::plain_answer resize(std::string name, std::uint32_t limit);
    port::cell_answer read(std::string name);
    port::cell_answer write(port::cell_write what);
    /// Writes under a request id of its own.
    port::cell_answer write(std::string name, std::string value);

    /// Stops the loop and closes the engine, as the library does.
    void close() noexcept;

    [[nodiscard]] port::engine& engine() noexcept { return *engine_; }
    [[nodiscard]] port::owner_id draw_id() { return host_.draw_id(); }
    [[nodiscard]] boot_clock::time_point now() const noexcept { return host_.now(); }
    [[nodiscard]] const test::recording_listener& heard() const noexcept { return host_.heard; }

private:
    [[nodiscard]] bool in_line(port::owner_id owner);

    test::live_host host_;
    std::unique_ptr<port::engine> engine_;
    bool closed_ = false;
};

}  // namespace interlock::conformance
