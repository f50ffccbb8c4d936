// SPDX-License-Identifier: Apache-2.0
// The steps that everything built on cells is made of.
#include "runtime/cell_access.hpp"

#include <utility>

#include "core/name.hpp"
#include "runtime/entropy.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {
namespace {

constexpr std::size_t longest_cell_name = core::longest_name - 2;
constexpr unsigned most_repeats = 4;

cell_text text_of(port::cell&& now) { return {std::move(now.value), now.version, now.fence}; }

[[noreturn]] void raise(port::cell_answer& answer, const std::string& key) {
    if (!answer.why)
        answer.why = fail(errc::protocol, "the engine did not serve cell '" + shown_name(key) + "'");
    throw error{answer.why};
}

[[noreturn]] void raise_unknown(const std::string& key) {
    throw error{fail(errc::unknown_outcome, "whether '" + shown_name(key) +
                                                "' was written is not known: the engine did not answer; "
                                                "load it to see")};
}

}  // namespace

std::string cell_key(session& in, char kind, const std::string& name) {
    if (in.forked()) throw error{in.forked_failure()};
    if (!in.can().cells || !in.can().watch)
        throw error{fail(errc::unsupported, "this engine has no cells that can be watched")};
    if (name.size() > longest_cell_name) {
        throw error{fail(errc::invalid_name, "name: has " + std::to_string(name.size()) +
                                                 " bytes; give at most " +
                                                 std::to_string(longest_cell_name))};
    }
    if (const auto why = core::check_name(name)) throw error{why};
    return std::string{kind} + ':' + name;
}

std::string shown_name(const std::string& key) { return key.substr(2); }

runtime::task<cell_text> read_cell(errand& by, std::string key) {
    for (unsigned tries = 1;; ++tries) {
        auto answer = co_await by.ask<port::cell_answer>(
            [&by, &key](auto done) { by.engine().read(key, std::move(done)); });
        if (answer.what == port::status::done) co_return text_of(std::move(answer.now));
        if (answer.what != port::status::unknown || tries == most_repeats) raise(answer, key);
        co_await by.back_off(tries);
    }
}

runtime::task<cell_outcome> write_cell(errand& by, std::string key, cell_change change) {
    const port::cell_write what{.request = runtime::system_entropy{}.draw_id(),
                                .name = key,
                                .value = std::move(change.value),
                                .expected = change.expected,
                                .fence = change.fence};
    for (unsigned tries = 1;; ++tries) {
        auto answer = co_await by.ask<port::cell_answer>(
            [&by, &what](auto done) { by.engine().write(what, std::move(done)); });
        if (answer.what == port::status::done) co_return cell_outcome{text_of(std::move(answer.now)), true};
        if (answer.what != port::status::unknown) {
            // An earlier try may have been the very write that this one now conflicts with.
            if (tries > 1) raise_unknown(key);
            if (answer.why.code == errc::conflict)
                co_return cell_outcome{text_of(std::move(answer.now)), false};
            raise(answer, key);
        }
        if (tries == most_repeats) raise_unknown(key);
        co_await by.back_off(tries);
    }
}

runtime::task<cell_outcome> update_cell(errand& by, std::string key, cell_update how) {
    auto now = co_await read_cell(by, key);
    for (unsigned tries = 1;; ++tries) {
        auto next = how.next(now);
        if (!next) co_return cell_outcome{std::move(now), false};
        cell_change change{std::move(next), now.version, how.fence};
        auto tried = co_await write_cell(by, key, std::move(change));
        if (tried.written) co_return tried;
        if (tries >= how.tries) {
            throw error{fail(errc::conflict, "'" + shown_name(key) + "' was changed by others in each of " +
                                                 std::to_string(tries) + " tries; try again later")};
        }
        now = std::move(tried.now);
        if (tries == 1) continue;
        co_await by.back_off(tries);
        now = co_await read_cell(by, key);  // It has probably moved on meanwhile.
    }
}

}  // namespace detail
}  // namespace v0
}  // namespace interlock
