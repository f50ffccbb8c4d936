// SPDX-License-Identifier: Apache-2.0
// A client of one engine.
#include <interlock/client.hpp>

#include "core/name.hpp"
#include "runtime/answer_box.hpp"
#include "runtime/lock_handle.hpp"
#include "runtime/session.hpp"
#include "sync/default_engine.hpp"

namespace interlock {
inline namespace v0 {
namespace {

void require(bool able, const char* what) {
    if (!able) throw error{fail(errc::unsupported, std::string{"this engine cannot "} + what)};
}

}  // namespace

client::client(std::string_view url, client_options options)
    : session_{detail::session::open(detail::chosen_engine(url), std::move(options))} {}

client::client(std::shared_ptr<detail::session> opened) noexcept : session_{std::move(opened)} {}

std::optional<client> client::open(std::string_view url, client_options options,
                                   std::error_code& ec) noexcept {
    try {
        ec.clear();
        return client{url, std::move(options)};
    } catch (const std::system_error& e) {
        ec = e.code();
    } catch (const std::bad_alloc&) {
        ec = std::make_error_code(std::errc::not_enough_memory);
    }
    return std::nullopt;
}

interlock::mutex client::mutex(std::string name, lock_options options) {
    return interlock::mutex{std::make_shared<detail::lock_handle>(
        session_,
        detail::lock_shape{.items = {{.name = std::move(name)}}, .where = detail::waiting_place::in_process},
        std::move(options))};
}

interlock::recursive_mutex client::recursive_mutex(std::string name, lock_options options) {
    return interlock::recursive_mutex{
        std::make_shared<detail::lock_handle>(session_,
                                              detail::lock_shape{.items = {{.name = std::move(name)}},
                                                                 .may = detail::reentry::by_thread,
                                                                 .where = detail::waiting_place::in_process},
                                              std::move(options))};
}

std::vector<claim_info> client::inspect(std::optional<std::string> name) {
    if (session_->forked()) throw error{session_->forked_failure()};
    require(session_->can().inspect, "list claims");
    if (name) {
        if (const auto why = core::check_name(*name)) throw error{why};
    }
    auto answer = runtime::answer_of<port::inspect_answer>(
        [&](auto done) { session_->engine().inspect({.name = std::move(name)}, std::move(done)); });
    if (answer.why) throw error{answer.why};
    for (auto& claim : answer.claims)
        claim.fence = core::local_fence(claim.fence, 0, session_->can().local_fence_bits);
    return std::move(answer.claims);
}

void client::evict(std::string name) {
    if (session_->forked()) throw error{session_->forked_failure()};
    require(session_->can().evict, "evict holders");
    if (const auto why = core::check_name(name)) throw error{why};
    const auto answer = runtime::answer_of<port::plain_answer>(
        [&](auto done) { session_->engine().evict(std::move(name), std::move(done)); });
    if (answer.why) throw error{answer.why};
}

std::string client::where() const { return session_->engine().where(); }

}  // namespace v0
}  // namespace interlock
