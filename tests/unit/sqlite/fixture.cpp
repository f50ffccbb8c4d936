// SPDX-License-Identifier: Apache-2.0
// Engines on a file of the test's own, in real time, with short words for what tests do.
#include "unit/sqlite/fixture.hpp"

#include <stdexcept>

namespace interlock::sqlite::test {
namespace {

port::context with_timeout(port::context host, std::chrono::milliseconds timeout) {
    host.connect_timeout = timeout;
    return host;
}

}  // namespace

client::client(const std::string& path, host_facts facts, std::chrono::milliseconds timeout)
    : engine{std::make_unique<sqlite::engine>(settings{.path = path}, with_timeout(host.context(), timeout),
                                              std::move(facts))} {}

client::~client() { close(); }

void client::close() noexcept {
    host.stop();
    engine->close();
}

port::claim client::claim(std::string name, std::chrono::milliseconds lease) {
    return {.owner = host.draw_id(), .items = {{std::move(name)}}, .lease = lease};
}

awaited<port::acquire_answer> client::start(const port::claim& wanted) {
    awaited<port::acquire_answer> out;
    engine->acquire(wanted, out.handler());
    return out;
}

port::acquire_answer client::take(const port::claim& wanted) { return start(wanted).get(); }

port::acquire_answer client::try_once(std::string name) {
    auto wanted = claim(std::move(name));
    wanted.wait = false;
    return take(wanted);
}

port::plain_answer client::release(const port::owner_id& owner) {
    awaited<port::plain_answer> out;
    engine->release(owner, 0ms, out.handler());
    return out.get();
}

port::renew_answer client::renew(const port::owner_id& owner) {
    awaited<std::vector<port::renew_answer>> out;
    engine->renew({{owner, 30s}}, out.handler());
    return out.get().at(0);
}

std::error_code refusal_of(const std::string& path, std::string* message) {
    try {
        const client opened{path};
        return {};
    } catch (const error& refused) {
        if (message != nullptr) *message = refused.what();
        return refused.code();
    }
}

raw_database::raw_database(const std::string& path) {
    if (sqlite3_open(path.c_str(), &db_) != SQLITE_OK) throw std::runtime_error{"cannot open " + path};
    sqlite3_busy_timeout(db_, 5000);
}

raw_database::~raw_database() { sqlite3_close(db_); }

void raw_database::run(const std::string& text) { execute(db_, text.c_str()); }

std::string raw_database::ask(const std::string& text) { return sqlite::ask(db_, text.c_str()); }

}  // namespace interlock::sqlite::test
