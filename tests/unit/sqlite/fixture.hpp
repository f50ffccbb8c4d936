// SPDX-License-Identifier: Apache-2.0
// Engines on a file of the test's own, in real time, with short words for what tests do.
#pragma once

#include "engines/sqlite/engine.hpp"
#include "support/live_host.hpp"
#include "support/temporary_folder.hpp"
#include "support/waiting.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <memory>
#include <string>

namespace interlock::sqlite::test {

using namespace std::chrono_literals;
using interlock::test::awaited;
using interlock::test::eventually;
using port::status;

/// One engine with its own loop; closed in the right order.
class client {
public:
    explicit client(const std::string& path, host_facts facts = read_host_facts(),
                    std::chrono::milliseconds timeout = 5s);
    ~client();
    client(const client&) = delete;
    client& operator=(const client&) = delete;

    [[nodiscard]] port::claim claim(std::string name, std::chrono::milliseconds lease = 30s);
    port::acquire_answer take(const port::claim& wanted);
    port::acquire_answer try_once(std::string name);
    [[nodiscard]] awaited<port::acquire_answer> start(const port::claim& wanted);
    port::plain_answer release(const port::owner_id& owner);
    port::renew_answer renew(const port::owner_id& owner);
    void close() noexcept;

    interlock::test::live_host host;
    std::unique_ptr<sqlite::engine> engine;
};

/// The engine on `path` cannot be opened: why.
[[nodiscard]] std::error_code refusal_of(const std::string& path, std::string* message = nullptr);

/// A connection past the engine, for what other programs might do to the file.
class raw_database {
public:
    explicit raw_database(const std::string& path);
    ~raw_database();
    raw_database(const raw_database&) = delete;
    raw_database& operator=(const raw_database&) = delete;

    void run(const std::string& text);
    [[nodiscard]] std::string ask(const std::string& text);
    [[nodiscard]] sqlite3* handle() const noexcept { return db_; }

private:
    sqlite3* db_ = nullptr;
};

class sqlite_engine : public testing::Test {
protected:
    interlock::test::temporary_folder folder;
    std::string path = folder.file("locks.db");
};

}  // namespace interlock::sqlite::test
