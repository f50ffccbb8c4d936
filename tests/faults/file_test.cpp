// SPDX-License-Identifier: Apache-2.0
// The file itself in trouble: removed under its users, or on a full disk.
#include <sched.h>
#include <sys/mount.h>
#include <interlock/client.hpp>

#include <fstream>

#include "faults/scene.hpp"

namespace interlock::test {
namespace {

class file_trouble : public scene {};

TEST_F(file_trouble, removed_while_held_is_told_and_the_next_fence_is_higher) {
    const auto holder = start(long_lease);
    const auto old_fence = acquire(holder);
    ASSERT_TRUE(ask(holder, "read").starts_with("read "));
    for (const auto* end : {"", "-wal", "-shm"})
        std::filesystem::remove(folder_.file(std::string{"locks.db"} + end));
    EXPECT_EQ(ask(holder, "await-loss"), "lost");
    const auto next = start(long_lease);
    EXPECT_GT(acquire(next), old_fence);
    EXPECT_TRUE(add_one(next));
    EXPECT_EQ(ask(holder, "write"), "refused");
    queue_up(holder, 1);
    EXPECT_EQ(ask(next, "release"), "released");
    EXPECT_GT(fence_in(holder->hear().value_or("")), old_fence);
}

/// A small disk of the test's own, seen only by this process and its children.
class small_disk {
public:
    explicit small_disk(const std::string& at) : at_{at} {
        std::filesystem::create_directory(at);
        ready_ = ::unshare(CLONE_NEWNS) == 0 &&
                 ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                 ::mount("tmpfs", at.c_str(), "tmpfs", 0, "size=1m") == 0;
    }
    small_disk(const small_disk&) = delete;
    small_disk& operator=(const small_disk&) = delete;
    ~small_disk() {
        if (ready_) ::umount2(at_.c_str(), MNT_DETACH);
    }
    [[nodiscard]] bool ready() const { return ready_; }
    void fill() const {
        std::ofstream out{at_ + "/filler", std::ios::binary};
        const std::string block(4096, 'x');
        while (out.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
        }
    }
    void empty() const { std::filesystem::remove(at_ + "/filler"); }

private:
    std::string at_;
    bool ready_ = false;
};

TEST_F(file_trouble, full_disk_loses_the_hold_in_time_and_heals) {
    const small_disk disk{folder_.file("disk")};
    if (!disk.ready()) GTEST_SKIP() << "needs the right to mount a tmpfs (root, or CAP_SYS_ADMIN)";
    const auto at = "sqlite:" + folder_.file("disk/locks.db");
    const auto holder = start(short_lease, at);
    const auto other = start(short_lease, at);
    const auto old_fence = acquire(holder);
    ASSERT_TRUE(add_one(holder));
    disk.fill();
    EXPECT_EQ(ask(holder, "await-loss"), "lost");
    disk.empty();
    EXPECT_GT(acquire(other), old_fence);
    EXPECT_TRUE(add_one(other));
    EXPECT_EQ(ask(holder, "write"), "refused");
}

TEST_F(file_trouble, full_disk_makes_an_acquisition_fail_with_a_reason) {
    const small_disk disk{folder_.file("disk")};
    if (!disk.ready()) GTEST_SKIP() << "needs the right to mount a tmpfs (root, or CAP_SYS_ADMIN)";
    interlock::client locks{"sqlite:" + folder_.file("disk/locks.db")};
    auto lock = locks.mutex("the lock");
    disk.fill();
    std::string said;
    for (int i = 0; i < 10'000 && said.empty();
         ++i) {  // Until the space that SQLite has reserved is used up.
        try {
            auto hold = locks.mutex("name " + std::to_string(i)).acquire();
            static_cast<void>(
                locks.mutex("kept " + std::to_string(i), {.lease = long_lease, .min_hold = long_lease})
                    .acquire());
        } catch (const interlock::error& e) {
            said = e.what();
            EXPECT_EQ(e.code(), interlock::errc::unavailable);
        }
    }
    EXPECT_NE(said.find("full"), std::string::npos) << said;
    disk.empty();
    EXPECT_TRUE(lock.try_acquire_for(patience).has_value());
}

}  // namespace
}  // namespace interlock::test
