// SPDX-License-Identifier: Apache-2.0
/// @file
/// The asynchronous face of elections, for Boost.Asio (1.81 or newer). Tokens, executors, cancellation and
/// lifetime are as in <interlock/asio.hpp>, which includes this.
#pragma once

#include <interlock/asio/call.hpp>
#include <interlock/election.hpp>

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace interlock {
inline namespace v0 {

template <class... Args>
auto election::async_campaign(std::string value, Args&&... args) {
    return detail::async_result_of<leadership, leadership>(
        [self = election{state_}, value = std::move(value)](auto call, auto then) mutable {
            self.start_campaign(std::move(call), std::move(value), std::move(then));
        },
        [](leadership won) { return won; }, std::forward<Args>(args)...);
}

template <class... Args>
auto election::async_observe(std::optional<leader_info> known, Args&&... args) {
    return detail::async_result_of<leader_info, std::optional<leader_info>>(
        [self = election{state_}, known = std::move(known)](auto call, auto then) mutable {
            self.start_observe(std::move(call), std::move(known), std::move(then));
        },
        [](std::optional<leader_info> now) { return *std::move(now); }, std::forward<Args>(args)...);
}

}  // namespace v0
}  // namespace interlock
