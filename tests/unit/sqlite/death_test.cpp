// SPDX-License-Identifier: Apache-2.0
// Processes that are killed, and forks: helper processes are forked before any thread runs here.
#include "unit/sqlite/fixture.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace interlock::sqlite::test {
namespace {

/// A child that takes `name` and then does nothing.
class holder_process {
public:
    holder_process(const std::string& path, const std::string& name, mode how = mode::exclusive) {
        int ready[2];
        if (::pipe(ready) != 0) throw std::runtime_error{"pipe"};
        pid_ = ::fork();
        if (pid_ == 0) {
            client mine{path};
            auto wanted = mine.claim(name);
            wanted.items.front().how = how;
            const char said = mine.take(wanted).what == status::done ? 'y' : 'n';
            if (::write(ready[1], &said, 1) != 1) ::_exit(1);
            for (;;) ::pause();
        }
        ::close(ready[1]);
        char said = 'n';
        holds_ = ::read(ready[0], &said, 1) == 1 && said == 'y';
        ::close(ready[0]);
    }
    ~holder_process() {
        kill();
        ::waitpid(pid_, nullptr, 0);
    }
    holder_process(const holder_process&) = delete;
    holder_process& operator=(const holder_process&) = delete;

    [[nodiscard]] bool holds() const { return holds_; }
    /// It stays a zombie, as under a parent that does not wait.
    void kill() const { ::kill(pid_, SIGKILL); }

private:
    pid_t pid_ = -1;
    bool holds_ = false;
};

using death = sqlite_engine;

TEST_F(death, of_a_holder_gives_the_name_to_the_waiter_at_once) {
    holder_process holder{path, "x"};
    ASSERT_TRUE(holder.holds());
    client b{path};
    auto next = b.start(b.claim("x"));
    EXPECT_FALSE(next.ready());
    holder.kill();
    const auto got = next.get(5s);  // The lease is 30 s.
    EXPECT_EQ(got.what, status::done);
}

TEST_F(death, of_the_last_reader_lets_an_upgrade_through_at_once) {
    holder_process reader{path, "x", mode::shared};
    ASSERT_TRUE(reader.holds());
    client b{path};
    auto mine = b.claim("x");
    mine.items.front().how = mode::upgradeable;
    const auto fence = b.take(mine).got.fences.at(0);
    awaited<port::acquire_answer> upgraded;
    b.engine->convert({.owner = mine.owner, .to = mode::exclusive, .wait = true}, upgraded.handler());
    EXPECT_FALSE(upgraded.ready());
    reader.kill();
    const auto got = upgraded.get(5s);  // The lease is 30 s.
    EXPECT_EQ(got.what, status::done);
    EXPECT_GT(got.got.fences.at(0), fence);
}

TEST_F(death, of_the_last_reader_lets_an_upgrade_that_does_not_wait_succeed) {
    holder_process reader{path, "x", mode::shared};
    ASSERT_TRUE(reader.holds());
    client b{path};
    auto mine = b.claim("x");
    mine.items.front().how = mode::shared;
    ASSERT_EQ(b.take(mine).what, status::done);
    const auto upgrade = [&] {
        awaited<port::acquire_answer> answer;
        b.engine->convert({.owner = mine.owner, .to = mode::exclusive}, answer.handler());
        return answer.get().what;
    };
    EXPECT_EQ(upgrade(), status::busy);
    reader.kill();
    EXPECT_TRUE(eventually([&] { return upgrade() == status::done; }, 5s));
}

/// A child that takes `first` and then waits for `second`, which somebody else has to hold by then.
class waiter_process {
public:
    waiter_process(const std::string& path, const std::string& first, const std::string& second) {
        int go[2];
        if (::pipe(go) != 0) throw std::runtime_error{"pipe"};
        pid_ = ::fork();
        if (pid_ == 0) {
            ::close(go[1]);
            char said = 0;
            if (::read(go[0], &said, 1) != 1) ::_exit(1);
            client mine{path};
            const auto held = mine.claim(first);
            if (mine.take(held).what != status::done) ::_exit(1);
            auto next = mine.claim(second);
            next.holding = {held.owner};
            const auto waits = mine.start(next);
            for (;;) ::pause();
        }
        ::close(go[0]);
        go_ = go[1];
    }
    ~waiter_process() {
        ::close(go_);
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    waiter_process(const waiter_process&) = delete;
    waiter_process& operator=(const waiter_process&) = delete;

    void go() const { ASSERT_EQ(::write(go_, "g", 1), 1); }
    void kill() const { ::kill(pid_, SIGKILL); }

private:
    pid_t pid_ = -1;
    int go_ = -1;
};

TEST_F(death, of_one_in_a_cycle_makes_it_none) {
    waiter_process other{path, "x", "y"};
    client b{path};
    const auto mine = b.claim("y");
    ASSERT_EQ(b.take(mine).what, status::done);
    other.go();
    raw_database raw{path};
    ASSERT_TRUE(eventually([&] { return raw.ask("SELECT count(*) FROM meanwhile") == "1"; }));
    const auto want_x = [&] {
        auto wanted = b.claim("x");
        wanted.holding = {mine.owner};
        return b.take(wanted);
    };
    EXPECT_EQ(want_x().why.code, errc::deadlock);
    other.kill();
    EXPECT_TRUE(eventually([&] { return want_x().what == status::done; }, 5s));
    EXPECT_EQ(raw.ask("SELECT count(*) FROM meanwhile"), "0");
}

TEST_F(death, of_a_holder_lets_a_single_try_succeed) {
    holder_process holder{path, "x"};
    ASSERT_TRUE(holder.holds());
    client b{path};
    EXPECT_EQ(b.try_once("x").what, status::busy);
    holder.kill();
    EXPECT_TRUE(eventually([&] { return b.try_once("x").what == status::done; }, 5s));
}

TEST_F(death, before_a_client_opens_is_noticed_when_it_does) {
    holder_process holder{path, "x"};
    ASSERT_TRUE(holder.holds());
    holder.kill();
    EXPECT_TRUE(eventually(
        [&] {
            client b{path};
            return b.try_once("x").what == status::done;
        },
        5s));
}

TEST_F(death, is_not_declared_of_a_process_with_the_same_pid_only) {
    const auto self = read_host_facts().self;
    EXPECT_EQ(look_for(self, self), life::alive);
    auto other = self;
    other.pid = ::getppid();
    other.started = 1;
    EXPECT_EQ(look_for(other, self), life::dead) << "the parent started later than that";
    other.pid_namespace = 1;
    EXPECT_EQ(look_for(other, self), life::unknown);
}

TEST_F(death, a_child_answers_forked_and_the_parent_goes_on) {
    client a{path};
    const auto held = a.claim("x");
    ASSERT_EQ(a.take(held).what, status::done);
    const auto child = ::fork();
    if (child == 0) {
        bool right = true;
        a.engine->acquire(a.claim("y"),
                          [&](port::acquire_answer got) { right = got.why.code == errc::forked; });
        a.engine->release(held.owner, 0ms,
                          [&](port::plain_answer got) { right = right && got.why.code == errc::forked; });
        ::_exit(right ? 0 : 1);
    }
    int ended = -1;
    ::waitpid(child, &ended, 0);
    EXPECT_EQ(ended, 0);
    EXPECT_EQ(a.renew(held.owner).what, status::done);
    EXPECT_FALSE(a.host.heard.heard_lost(held.owner));
    EXPECT_EQ(a.release(held.owner).what, status::done);
}

TEST_F(death, a_waiting_claim_outlives_a_fork_of_its_process) {
    client a{path};
    client b{path};
    const auto held = a.claim("x");
    ASSERT_EQ(a.take(held).what, status::done);
    auto next = b.start(b.claim("x"));
    const auto child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    a.release(held.owner);
    EXPECT_EQ(next.get(5s).what, status::done);
}

}  // namespace
}  // namespace interlock::sqlite::test
