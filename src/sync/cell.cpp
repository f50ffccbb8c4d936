// SPDX-License-Identifier: Apache-2.0
// A small value that all processes see: both faces of its steps.
#include <interlock/cell.hpp>

#include "runtime/blocking_errand.hpp"
#include "runtime/cell_access.hpp"
#include "runtime/looping_errand.hpp"
#include "sync/cell_subscription.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

runtime::task<std::optional<cell_text>> wait_for_change(errand& by, std::string key, std::uint64_t after) {
    auto now = co_await read_cell(by, key);
    while (now.version <= after) {
        auto answer = co_await by.watch(key, after);
        if (answer.what == port::status::done)
            co_return cell_text{std::move(answer.now.value), answer.now.version, answer.now.fence};
        if (by.stopped()) {
            throw error{fail(errc::canceled, "canceled while waiting for '" + shown_name(key) + "'")};
        }
        if (by.expired()) co_return std::nullopt;
        throw error{answer.why};
    }
    co_return now;
}

}  // namespace

cell_handle::cell_handle(std::shared_ptr<session> in, const std::string& name)
    : session_{std::move(in)}, key_{cell_key(*session_, 'c', name)} {}

cell_handle::~cell_handle() = default;

std::string cell_handle::name() const { return shown_name(key_); }

void cell_handle::refuse(const std::string& stored) const {
    constexpr std::size_t shown = 40;
    throw error{fail(errc::protocol, "cell '" + name() + "' holds '" + stored.substr(0, shown) +
                                         "', which is not of the type it is used with")};
}

cell_text cell_handle::load() const {
    blocking_errand here{session_};
    return here.run(read_cell(here, key_));
}

cell_outcome cell_handle::write(cell_change change) const {
    blocking_errand here{session_};
    return here.run(write_cell(here, key_, std::move(change)));
}

cell_outcome cell_handle::update(cell_update how) const {
    blocking_errand here{session_};
    return here.run(update_cell(here, key_, std::move(how)));
}

std::optional<cell_text> cell_handle::wait(std::uint64_t after, patience time, std::stop_token stop) const {
    blocking_errand here{session_, time, std::move(stop)};
    return here.run(wait_for_change(here, key_, after));
}

void cell_handle::start_load(std::shared_ptr<async_call> call, on_result<cell_text> then) const {
    start_errand<cell_text>(
        session_, {}, call, [key = key_](errand& by) { return read_cell(by, key); }, std::move(then));
}

void cell_handle::start_write(std::shared_ptr<async_call> call, cell_change change,
                              on_result<cell_outcome> then) const {
    start_errand<cell_outcome>(
        session_, {}, call,
        [key = key_, change = std::move(change)](errand& by) { return write_cell(by, key, change); },
        std::move(then));
}

void cell_handle::start_update(std::shared_ptr<async_call> call, cell_update how,
                               on_result<cell_outcome> then) const {
    start_errand<cell_outcome>(
        session_, {}, call,
        [key = key_, how = std::move(how)](errand& by) mutable {
            return update_cell(by, key, std::move(how));
        },
        std::move(then));
}

void cell_handle::start_wait(std::shared_ptr<async_call> call, std::uint64_t after, patience time,
                             on_result<std::optional<cell_text>> then) const {
    start_errand<std::optional<cell_text>>(
        session_, time, call, [key = key_, after](errand& by) { return wait_for_change(by, key, after); },
        std::move(then));
}

std::shared_ptr<cell_subscription> cell_handle::subscribe(
    std::uint64_t after, std::function<void(const cell_text&)> changed) const {
    auto out = std::make_shared<cell_subscription>(std::move(changed));
    out->begin(session_, key_, after);
    return out;
}

}  // namespace detail

std::shared_ptr<detail::cell_handle> client::open_cell(std::string name) {
    return std::make_shared<detail::cell_handle>(session_, name);
}

}  // namespace v0
}  // namespace interlock
