// SPDX-License-Identifier: Apache-2.0
// A forked child holds nothing, releases nothing and hangs nowhere.
#include "unit/runtime/child.hpp"
#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr bool threads_cannot_start_in_a_child = true;
#else
constexpr bool threads_cannot_start_in_a_child = false;
#endif

TEST_F(Sync, InAChildEverythingAnswersForked) {
    auto m = locks.mutex("n");
    auto r = locks.recursive_mutex("r");
    auto h = m.acquire();
    r.lock();
    EXPECT_EQ(in_child([&] {
                  if (thrown_by([&] { m.lock(); }) != errc::forked) return 1;
                  if (thrown_by([&] { static_cast<void>(m.try_acquire_for(1h)); }) != errc::forked) return 2;
                  if (thrown_by([&] { r.lock(); }) != errc::forked) return 3;
                  if (thrown_by([&] { static_cast<void>(locks.mutex("x")); }) != errc::forked) return 4;
                  if (thrown_by([&] { static_cast<void>(locks.inspect()); }) != errc::forked) return 5;
                  if (thrown_by([&] { locks.evict("n"); }) != errc::forked) return 6;
                  if (thrown_by([&] { h.renew(); }) != errc::forked) return 7;
                  if (h.valid()) return 8;
                  std::error_code ec;
                  h.release(ec);
                  if (ec != errc::forked) return 9;
                  r.unlock();
                  m.unlock();
                  return 0;
              }),
              0);
    EXPECT_TRUE(h.valid());
    EXPECT_TRUE(r.valid());
}

TEST_F(Sync, AChildsDestructorsReleaseNothing) {
    auto c = std::make_unique<client>(url);
    auto m = std::make_unique<interlock::mutex>(c->mutex("n"));
    std::optional<hold> h = c->mutex("h", short_lease).acquire();
    m->lock();
    EXPECT_EQ(in_child([&] {
                  h.reset();
                  m.reset();
                  c.reset();
                  return 0;
              }),
              0);
    EXPECT_FALSE(is_free("n"));
    EXPECT_TRUE(is_kept_alive(*h)) << "the parent renews on";
    EXPECT_TRUE(m->valid());
    h.reset();
    EXPECT_TRUE(is_free("h"));
}

TEST_F(Sync, AChildMayExitNormally) {
    auto h = locks.mutex("n").acquire();
    EXPECT_EQ(in_child([&] {
                  std::exit(7);  // Runs the exit handlers, which must leave the parent's client alone.
                  return 0;
              }),
              7);
    EXPECT_TRUE(h.valid());
}

TEST_F(Sync, AChildMakesAClientOfItsOwn) {
    if (threads_cannot_start_in_a_child) GTEST_SKIP() << "ThreadSanitizer does not support it";
    auto h = locks.mutex("n").acquire();
    EXPECT_EQ(in_child([&] {
                  client own{url};
                  auto m = own.mutex("n");
                  std::error_code ec;
                  if (!m.try_lock(ec) || ec) return 1;
                  m.unlock();
                  return is_kept_alive(own.mutex("m", short_lease).acquire()) ? 0 : 2;
              }),
              0);
}

TEST_F(Sync, AForkWhileOtherThreadsLockHangsNowhere) {
    std::atomic<bool> done{false};
    std::vector<std::thread> busy;
    for (int t = 0; t < 2; ++t) {
        busy.emplace_back([&] {
            auto m = locks.mutex("n");
            while (!done) static_cast<void>(m.acquire());
        });
    }
    auto h = locks.mutex("mine").acquire();
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(in_child([&] {
                      h = hold{};
                      if (threads_cannot_start_in_a_child) return 0;
                      client own{url};
                      return own.mutex("n").try_lock_for(5s) ? 0 : 1;
                  }),
                  0);
    }
    done = true;
    for (auto& each : busy) each.join();
    EXPECT_TRUE(h.valid());
}

}  // namespace
}  // namespace interlock::test
