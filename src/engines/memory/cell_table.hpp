// SPDX-License-Identifier: Apache-2.0
// Small versioned values, and who waits for them to change.
#pragma once

#include "engines/memory/reply.hpp"

#include <interlock/engine/types.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace interlock::memory {

class transaction;
struct member;

/// Every function runs inside a transaction.
class cell_table {
public:
    port::cell_answer read(const std::string& name) const { return {port::status::done, at(name), {}}; }
    port::cell_answer write(transaction& t, port::cell_write what);

    /// The answer, or none: then `done` was taken and waits for the cell to change.
    std::optional<port::cell_answer> watch(transaction& t, port::owner_id request, const std::string& name,
                                           std::uint64_t after, port::handler<port::cell_answer>& done);
    void unwatch(transaction& t, port::owner_id request);
    /// Ends all watches of `client`.
    void forget(transaction& t, const std::shared_ptr<member>& client);

private:
    struct watcher {
        port::owner_id request;
        std::uint64_t after = 0;
        std::shared_ptr<member> client;
        std::shared_ptr<reply<port::cell_answer>> pending;
    };
    struct slot {
        port::cell now;
        std::optional<port::owner_id> last_request;
        std::vector<watcher> watchers;
    };
    void tell_watchers(transaction& t, slot& changed);
    [[nodiscard]] const port::cell& at(const std::string& name) const;
    [[nodiscard]] static failure check(const port::cell_write& what, const port::cell& now);
    void end(transaction& t, port::owner_id request, const failure& why);

    std::unordered_map<std::string, slot> slots_;
    std::unordered_map<port::owner_id, std::string> watched_;  ///< Which cell a pending watch is for.
};

}  // namespace interlock::memory
