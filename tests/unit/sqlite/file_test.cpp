// SPDX-License-Identifier: Apache-2.0
// The file goes away, is busy or full while clients use it; and calls that nobody should believe.
#include "unit/sqlite/fixture.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

namespace interlock::sqlite::test {
namespace {

using file = sqlite_engine;

TEST_F(file, removed_means_lost_to_its_holders_without_their_asking) {
    client a{path};
    const auto held = a.claim("x");
    ASSERT_EQ(a.take(held).what, status::done);
    std::filesystem::remove(path);
    EXPECT_TRUE(eventually([&] { return a.host.heard.heard_lost(held.owner); }));
    EXPECT_EQ(a.renew(held.owner).what, status::lost);
}

TEST_F(file, removed_lets_waiting_claims_go_on_in_the_new_one) {
    client a{path};
    client b{path};
    const auto held = a.claim("x");
    const auto before = a.take(held).got.fences.at(0);
    auto next = b.start(b.claim("x"));
    std::filesystem::remove(path);
    const auto got = next.get(5s);
    EXPECT_EQ(got.what, status::done);
    EXPECT_TRUE(eventually([&] { return a.host.heard.heard_lost(held.owner); }));
    EXPECT_GT(got.got.fences.at(0), before);
    EXPECT_EQ(a.try_once("x").what, status::busy) << "both use the new file";
}

TEST_F(file, restored_from_a_copy_is_another_file) {
    client a{path};
    const auto held = a.claim("x");
    ASSERT_EQ(a.take(held).what, status::done);
    const auto other = folder.file("other.db");
    { const client made{other}; }
    std::filesystem::remove(path + "-shm");
    std::filesystem::rename(other + "-wal", path + "-wal");
    std::filesystem::rename(other, path);
    EXPECT_TRUE(eventually([&] { return a.host.heard.heard_lost(held.owner); }));
    EXPECT_EQ(a.release(held.owner).what, status::lost);
}

TEST_F(file, removed_in_use_leaves_nothing_that_the_new_one_would_read) {
    client a{path};
    ASSERT_EQ(a.take(a.claim("old")).what, status::done);
    std::filesystem::remove(path);  // The log and the shared memory stay.
    client b{path};
    EXPECT_EQ(b.try_once("old").what, status::done);
    EXPECT_EQ(a.try_once("new").what, status::done);
    EXPECT_EQ(b.try_once("new").what, status::busy);
}

TEST_F(file, busy_for_too_long_is_an_error_and_nothing_happened) {
    client a{path, read_host_facts(), 50ms};
    raw_database other{path};
    other.run("BEGIN IMMEDIATE");
    const auto got = a.try_once("x");
    EXPECT_EQ(got.what, status::error);
    EXPECT_EQ(got.why.code, errc::unavailable);
    EXPECT_NE(got.why.message.find("busy"), std::string::npos);
    other.run("COMMIT");
    EXPECT_EQ(a.try_once("x").what, status::done);
}

TEST_F(file, busy_does_not_hold_a_release_up_which_is_done_later) {
    client a{path};
    const auto held = a.claim("x");
    ASSERT_EQ(a.take(held).what, status::done);
    raw_database other{path};
    other.run("BEGIN IMMEDIATE");
    awaited<port::plain_answer> released;
    a.engine->release(held.owner, 0ms, released.handler());
    EXPECT_FALSE(released.ready()) << "it returned although the file is busy";
    other.run("COMMIT");
    EXPECT_EQ(released.get().what, status::done);
    EXPECT_EQ(released.times(), 1);
    EXPECT_EQ(a.try_once("x").what, status::done);
}

TEST_F(file, with_a_long_path_still_wakes_waiters) {
    const auto deep = folder.path() / std::string(100, 'd') / std::string(100, 'e');
    std::filesystem::create_directories(deep);
    const auto far = (deep / "locks.db").string();
    client a{far};
    client b{far};
    const auto held = a.claim("x");
    ASSERT_EQ(a.take(held).what, status::done);
    auto next = b.start(b.claim("x"));
    a.release(held.owner);
    EXPECT_EQ(next.get(500ms).what, status::done) << "before the re-check, which takes at least 750 ms";
}

/// Sends bytes to every doorbell of the file.
void shout(const std::string& path, const std::string& bytes) {
    const int out = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    for (const auto& each : std::filesystem::directory_iterator{path + "-wake"}) {
        sockaddr_un to{};
        to.sun_family = AF_UNIX;
        each.path().string().copy(to.sun_path, sizeof to.sun_path - 1);
        ::sendto(out, bytes.data(), bytes.size(), 0, reinterpret_cast<const sockaddr*>(&to), sizeof to);
    }
    ::close(out);
}

TEST_F(file, forged_calls_change_nothing) {
    client a{path};
    client b{path};
    const auto held = a.claim("x");
    ASSERT_EQ(a.take(held).what, status::done);
    const auto wanted = b.claim("x");
    auto next = b.start(wanted);
    const auto bytes = [](const port::owner_id& owner) {
        return std::string{owner.bytes.begin(), owner.bytes.end()};
    };
    shout(path, "\x01" + bytes(wanted.owner));  // "granted"
    shout(path, "\x03" + bytes(held.owner));    // "lost"
    shout(path, "\x04no such cell");
    for (const auto* const nonsense : {"", "\x01", "\x7Fxx"}) shout(path, nonsense);
    shout(path, std::string(4000, '\x01'));
    // The loops have heard all of it once an answer comes back through them.
    EXPECT_EQ(a.renew(held.owner).what, status::done);
    EXPECT_TRUE(eventually([&] { return a.host.heard.heard_contended(held.owner); }));
    EXPECT_FALSE(a.host.heard.heard_lost(held.owner));
    EXPECT_FALSE(next.ready());
    a.release(held.owner);
    EXPECT_EQ(next.get().what, status::done);
}

TEST_F(file, closing_with_a_claim_in_line_wakes_those_it_lets_pass) {
    client a{path};
    client b{path};
    client c{path};
    auto reading = a.claim("x");
    reading.items[0].how = mode::shared;
    ASSERT_EQ(a.take(reading).what, status::done);
    auto blocked = b.start(b.claim("x"));
    reading.owner = c.host.draw_id();
    auto next = c.start(reading);
    EXPECT_FALSE(next.ready());
    b.close();
    EXPECT_EQ(blocked.get().why.code, errc::closed);
    EXPECT_EQ(next.get(500ms).what, status::done) << "before the re-check, which takes at least 750 ms";
}

TEST_F(file, leaves_no_socket_and_no_session_behind_after_closing) {
    { client a{path}; }
    EXPECT_TRUE(std::filesystem::is_empty(path + "-wake"));
    EXPECT_EQ(raw_database{path}.ask("SELECT count(*) FROM session"), "0");
}

}  // namespace
}  // namespace interlock::sqlite::test
