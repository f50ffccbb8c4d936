// SPDX-License-Identifier: Apache-2.0
// `interlock evict`: takes a lock away from its holder.
#include "commands/commands.hpp"
#include "connect.hpp"
#include "exit_code.hpp"
#include "render/claims.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <interlock/client.hpp>

namespace cli {

int evict_command(const invocation& call) {
    const auto name = call.text("NAME");
    auto locks = open_client(call);
    std::string evicted;
    for (const auto& claim : locks.inspect(name)) {
        if (claim.holding)
            evicted +=
                fmt::format("evicted {} from '{}' (fence {})\n", describe(claim.who), name, claim.fence);
    }
    if (evicted.empty()) {
        complain(fmt::format("nobody holds '{}'; nothing to evict", name));
        return exit_negative;
    }
    locks.evict(name);
    print(evicted);
    return exit_success;
}

}  // namespace cli
