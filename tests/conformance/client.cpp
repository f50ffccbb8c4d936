// SPDX-License-Identifier: Apache-2.0
// One client of the engine under test, with its own loop and ears, and a blocking face for tests.
#include "conformance/client.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace interlock::conformance {
namespace {

/// Calls an engine function and waits for what its handler gets.
template <class Answer, class Call>
Answer wait_for(Call call) {
    awaited<Answer> answer;
    call(answer.handler());
    return answer.get();
}

taken granted(port::owner_id owner, const port::acquire_answer& answer) {
    if (answer.what != status::done) throw std::runtime_error{"not granted: " + answer.why.message};
    return {owner, answer.got.fences, answer.got.until, answer.got.contended};
}

}  // namespace

client::client(const std::string& url) : engine_{port::open_engine(port::url::parse(url), host_.context())} {}

client::~client() { close(); }

void client::close() noexcept {
    if (std::exchange(closed_, true)) return;
    host_.stop();
    engine_->close();
}

port::claim client::claim(std::vector<port::item> items) {
    const auto owner = draw_id();
    return {.owner = owner,
            .items = std::move(items),
            .label = core::to_text({.host = "host", .program = "test", .pid = 1, .note = owner.hex()})};
}

port::claim client::shared(std::string name) { return claim({{std::move(name), mode::shared}}); }

port::claim client::upgradeable(std::string name) { return claim({{std::move(name), mode::upgradeable}}); }

port::claim client::permits(std::string name, std::uint32_t count, std::uint32_t limit) {
    return claim({{std::move(name), mode::permits, count, limit}});
}

bool client::in_line(port::owner_id owner) {
    const auto all = inspect();
    return std::any_of(all.begin(), all.end(),
                       [&](const claim_info& each) { return !each.holding && each.who.note == owner.hex(); });
}

waiting client::start(port::claim wanted) {
    waiting started{wanted.owner, {}};
    engine_->acquire(std::move(wanted), started.answer.handler());
    if (!engine_->can().inspect) return started;
    if (!eventually([&] { return started.answer.ready() || in_line(started.owner); }))
        throw std::runtime_error{"the claim is neither answered nor in line"};
    return started;
}

bool client::sees_in_line(const waiting& started) {
    if (engine_->can().inspect && !in_line(started.owner)) return false;
    return !started.answer.ready();
}

port::acquire_answer client::try_once(port::claim wanted) {
    wanted.wait = false;
    return wait_for<port::acquire_answer>(
        [&](auto done) { engine_->acquire(std::move(wanted), std::move(done)); });
}

taken client::take(port::claim wanted) {
    const auto owner = wanted.owner;
    return granted(owner, wait_for<port::acquire_answer>(
                              [&](auto done) { engine_->acquire(std::move(wanted), std::move(done)); }));
}

taken client::take(waiting& started, milliseconds lease) {
    auto got = granted(started.owner, started.answer.get());
    const auto renewed = renew(started.owner, lease);
    if (renewed.what != status::done) throw std::runtime_error{"a fresh grant could not be renewed"};
    got.until = renewed.until;
    return got;
}

port::acquire_answer client::convert(port::owner_id owner, mode to) {
    return convert({.owner = owner, .to = to});
}

port::acquire_answer client::convert(port::conversion what) {
    return wait_for<port::acquire_answer>(
        [&](auto done) { engine_->convert(std::move(what), std::move(done)); });
}

waiting client::start_upgrade(port::owner_id owner, std::vector<port::owner_id> holding) {
    return start_upgrade(
        {.owner = owner, .to = mode::exclusive, .wait = true, .holding = std::move(holding)});
}

waiting client::start_upgrade(port::conversion what) {
    waiting started{what.owner, {}};
    engine_->convert(std::move(what), started.answer.handler());
    if (!engine_->can().inspect) return started;
    if (!eventually([&] { return started.answer.ready() || sees_upgrading(started.owner); }))
        throw std::runtime_error{"the conversion is neither answered nor does it wait"};
    return started;
}

bool client::sees_upgrading(port::owner_id owner) {
    const auto all = inspect();
    return std::any_of(all.begin(), all.end(),
                       [&](const claim_info& each) { return each.upgrading && each.id == owner.hex(); });
}

port::plain_answer client::release(port::owner_id owner, milliseconds keep) {
    return wait_for<port::plain_answer>([&](auto done) { engine_->release(owner, keep, std::move(done)); });
}

port::plain_answer client::withdraw(port::owner_id owner) {
    return wait_for<port::plain_answer>([&](auto done) { engine_->withdraw(owner, std::move(done)); });
}

port::renew_answer client::renew(port::owner_id owner, milliseconds lease) {
    return renew(std::vector<port::renewal>{{owner, lease}}).at(0);
}

std::vector<port::renew_answer> client::renew(std::vector<port::renewal> holds) {
    return wait_for<std::vector<port::renew_answer>>(
        [&](auto done) { engine_->renew(std::move(holds), std::move(done)); });
}

std::vector<claim_info> client::inspect(port::filter which) {
    auto answer = wait_for<port::inspect_answer>(
        [&](auto done) { engine_->inspect(std::move(which), std::move(done)); });
    if (answer.what != status::done) throw std::runtime_error{"inspect failed: " + answer.why.message};
    return std::move(answer.claims);
}

port::plain_answer client::evict(std::string name) {
    return wait_for<port::plain_answer>([&](auto done) { engine_->evict(std::move(name), std::move(done)); });
}

port::plain_answer client::resize(std::string name, std::uint32_t limit) {
    return wait_for<port::plain_answer>(
        [&](auto done) { engine_->resize(std::move(name), limit, std::move(done)); });
}

port::cell_answer client::read(std::string name) {
    return wait_for<port::cell_answer>([&](auto done) { engine_->read(std::move(name), std::move(done)); });
}

port::cell_answer client::write(port::cell_write what) {
    return wait_for<port::cell_answer>([&](auto done) { engine_->write(std::move(what), std::move(done)); });
}

port::cell_answer client::write(std::string name, std::string value) {
    return write({.request = draw_id(), .name = std::move(name), .value = std::move(value)});
}

}  // namespace interlock::conformance
