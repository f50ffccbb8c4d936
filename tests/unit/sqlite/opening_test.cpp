// SPDX-License-Identifier: Apache-2.0
// Which files are taken, which are refused and with what words, and how the schema grows.
#include "engines/sqlite/schema.hpp"
#include "unit/sqlite/fixture.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace interlock::sqlite::test {
namespace {

using opening = sqlite_engine;

TEST_F(opening, makes_a_file_that_says_whose_it_is) {
    { const client a{path}; }
    raw_database raw{path};
    EXPECT_EQ(raw.ask("PRAGMA application_id"), std::to_string(application_id));
    EXPECT_EQ(raw.ask("PRAGMA user_version"), std::to_string(schema_version()));
    EXPECT_EQ(raw.ask("PRAGMA journal_mode"), "wal");
}

TEST_F(opening, takes_an_empty_file) {
    std::ofstream{path};
    client a{path};
    EXPECT_EQ(a.try_once("x").what, status::done);
}

TEST_F(opening, refuses_a_file_that_is_no_database) {
    std::ofstream{path} << std::string(4096, 'n');
    EXPECT_EQ(refusal_of(path), errc::refused);
}

TEST_F(opening, refuses_the_database_of_another_program_and_leaves_it_alone) {
    {
        raw_database raw{path};
        raw.run("CREATE TABLE precious (x); INSERT INTO precious VALUES (1)");
    }
    std::string message;
    EXPECT_EQ(refusal_of(path, &message), errc::refused);
    EXPECT_NE(message.find(path), std::string::npos);
    EXPECT_NE(message.find("another program"), std::string::npos);
    raw_database raw{path};
    EXPECT_EQ(raw.ask("SELECT x FROM precious"), "1");
    EXPECT_EQ(raw.ask("PRAGMA journal_mode"), "delete");
}

TEST_F(opening, refuses_a_newer_schema) {
    { const client a{path}; }
    raw_database{path}.run("PRAGMA user_version = 99");
    std::string message;
    EXPECT_EQ(refusal_of(path, &message), errc::refused);
    EXPECT_NE(message.find("newer"), std::string::npos);
}

TEST_F(opening, refuses_damaged_tables) {
    { const client a{path}; }
    {
        raw_database raw{path};
        raw.run("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
    }
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(100);
    file << std::string(1900, 'd');
    file.close();
    EXPECT_EQ(refusal_of(path), errc::refused);
}

TEST_F(opening, refuses_a_folder_in_place_of_the_file) {
    EXPECT_EQ(refusal_of(folder.path().string()), errc::refused);
}

TEST_F(opening, names_the_folder_that_does_not_exist) {
    std::string message;
    EXPECT_EQ(refusal_of(folder.file("missing/locks.db"), &message), errc::unavailable);
    EXPECT_NE(message.find(folder.file("missing")), std::string::npos);
}

TEST_F(opening, refuses_what_this_user_may_not_write) {
    { const client a{path}; }
    ::chmod(path.c_str(), 0444);
    ::chmod(folder.path().c_str(), 0777);
    const bool root = ::geteuid() == 0;
    const auto become = [&](uid_t user) {
        if (root) {
            ASSERT_EQ(::seteuid(user), 0);
        }
    };
    become(65534);
    const auto read_only_file = refusal_of(path);
    become(0);
    ::chmod(path.c_str(), 0666);
    ::chmod(folder.path().c_str(), 0555);
    become(65534);
    const auto read_only_folder = refusal_of(path);
    become(0);
    ::chmod(folder.path().c_str(), 0700);
    EXPECT_EQ(read_only_file, errc::refused);
    EXPECT_EQ(read_only_folder, errc::refused);
}

TEST_F(opening, knows_file_systems_that_cannot_carry_locks) {
    EXPECT_STREQ(unsafe_file_system(0x6969), "NFS");
    EXPECT_STREQ(unsafe_file_system(static_cast<int>(0xFF534D42)), "CIFS") << "also when it was signed";
    EXPECT_EQ(unsafe_file_system(0xEF53), nullptr) << "ext4";
    EXPECT_EQ(unsafe_file_system(0x01021994), nullptr) << "tmpfs";
}

TEST_F(opening, adds_cells_to_a_file_of_the_first_schema_and_keeps_its_fences) {
    std::uint64_t before = 0;
    {
        raw_database raw{path};
        migrate(raw.handle(), 1);
        const auto facts = read_host_facts();
        raw.run("UPDATE meta SET number = 5000, boot = '" + facts.boot_id + "', file = x'01'");
        before = 5000;
    }
    client a{path};
    EXPECT_EQ(a.try_once("x").got.fences.at(0), before + 1);
    awaited<port::cell_answer> written;
    a.engine->write({.request = a.host.draw_id(), .name = "c", .value = "v"}, written.handler());
    EXPECT_EQ(written.get().now.version, 1u);
}

TEST_F(opening, keeps_holds_and_limits_of_a_file_of_the_second_schema) {
    {
        raw_database raw{path};
        migrate(raw.handle(), 2);
        raw.run("UPDATE meta SET number = 5000, boot = '" + read_host_facts().boot_id + "', file = x'01'");
        raw.run("INSERT INTO permit_limit VALUES ('x', 2)");
        raw.run(
            "INSERT INTO claim VALUES ('x', 0, 9, randomblob(16), 2, 2, 1, 2, 1000, 9000000000000000, 1, 9, "
            "randomblob(16), '', 0, 1)");
    }
    client a{path};
    auto wanted = a.claim("x");
    wanted.items = {{"x", mode::permits, 2, 0}};
    auto next = a.start(wanted);
    EXPECT_FALSE(next.ready()) << "one of the two is held";
    awaited<port::plain_answer> resized;
    a.engine->resize("x", 3, resized.handler());
    EXPECT_EQ(next.get().what, status::done);
    raw_database raw{path};
    EXPECT_THROW(raw.run("SELECT permit_limit FROM claim"), sqlite_error)
        << "a program of the second schema fails rather than misjudges";
}

TEST_F(opening, many_at_once_make_one_file) {
    std::vector<std::thread> all;
    std::atomic<int> opened{0};
    for (int i = 0; i < 8; ++i) {
        all.emplace_back([&] {
            client each{path};
            opened += each.take(each.claim("own" + each.host.draw_id().hex())).what == status::done ? 1 : 0;
        });
    }
    for (auto& each : all) each.join();
    EXPECT_EQ(opened, 8);
}

TEST_F(opening, reads_every_form_of_the_url) {
    EXPECT_EQ(read_settings(port::url::parse("sqlite:/a/b.db")).path, "/a/b.db");
    EXPECT_EQ(read_settings(port::url::parse("sqlite:///a/b.db")).path, "/a/b.db");
    EXPECT_EQ(read_settings(port::url::parse("sqlite:b.db")).path,
              (std::filesystem::current_path() / "b.db").string());
    std::filesystem::create_directory(folder.file("real"));
    std::filesystem::create_directory_symlink(folder.file("real"), folder.file("other"));
    EXPECT_EQ(read_settings(port::url::parse("sqlite:" + folder.file("other/../other/b.db"))).path,
              folder.file("real/b.db"));
    EXPECT_TRUE(read_settings(port::url::parse("sqlite:b.db?synchronous=full")).durable);
    EXPECT_THROW((void)read_settings(port::url::parse("sqlite://host/b.db")), error);
    EXPECT_THROW((void)read_settings(port::url::parse("sqlite:b.db?synchronous=off")), error);
}

TEST_F(opening, the_default_file_is_the_users_own) {
    ::setenv("XDG_STATE_HOME", folder.file("state").c_str(), 1);
    const auto chosen = read_settings(port::url::parse("sqlite:"));
    EXPECT_EQ(chosen.path, folder.file("state/interlock/locks.db"));
    struct stat made {};
    ASSERT_EQ(::stat(folder.file("state/interlock").c_str(), &made), 0);
    EXPECT_EQ(made.st_mode & 0777U, 0700U);

    ::unsetenv("XDG_STATE_HOME");
    const std::string home = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
    ::unsetenv("HOME");
    try {
        (void)read_settings(port::url::parse("sqlite:"));
        ADD_FAILURE() << "there is no place for the file";
    } catch (const error& refused) {
        EXPECT_NE(std::string{refused.what()}.find("XDG_STATE_HOME nor HOME"), std::string::npos);
    }
    if (!home.empty()) ::setenv("HOME", home.c_str(), 1);
}

}  // namespace
}  // namespace interlock::sqlite::test
