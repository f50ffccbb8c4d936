// SPDX-License-Identifier: Apache-2.0
// A client of the memory engine on time moved by hand.
#pragma once

#include "support/manual_host.hpp"

#include <interlock/engine.hpp>

#include <memory>
#include <optional>
#include <string>

namespace interlock::test {

class port_client {
public:
    port_client(const std::string& url, manual_world& world)
        : world_{world},
          host_{world.add_host()},
          engine_{port::open_engine(port::url::parse(url), host_.context())} {}

    /// Claims `name`; the answer comes into the returned place, at once or later.
    struct asked {
        port::owner_id owner;
        std::shared_ptr<std::optional<port::acquire_answer>> answer =
            std::make_shared<std::optional<port::acquire_answer>>();

        [[nodiscard]] bool granted() const { return *answer && (*answer)->what == port::status::done; }
    };
    asked ask(const std::string& name, std::chrono::milliseconds lease = std::chrono::seconds{30}) {
        asked out{.owner = world_.chance.draw_id()};
        engine_->acquire({.owner = out.owner, .items = {{name}}, .lease = lease},
                         [place = out.answer](auto answer) { *place = std::move(answer); });
        return out;
    }

    port::status release(port::owner_id owner, std::chrono::milliseconds keep = {}) {
        auto got = port::status::unknown;
        engine_->release(owner, keep, [&](auto answer) { got = answer.what; });
        return got;
    }

    port::engine& operator*() noexcept { return *engine_; }
    port::engine* operator->() noexcept { return engine_.get(); }
    manual_host& host() noexcept { return host_; }

private:
    manual_world& world_;
    manual_host& host_;
    std::unique_ptr<port::engine> engine_;
};

}  // namespace interlock::test
