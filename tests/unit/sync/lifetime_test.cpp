// SPDX-License-Identifier: Apache-2.0
// Who may go first: clients, locks and holds in any order.
#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

TEST_F(Sync, LocksAndHoldsKeepTheConnectionAlive) {
    std::optional<client> c{std::in_place, url};
    std::optional<interlock::mutex> m{c->mutex("n", short_lease)};
    c.reset();
    std::optional<hold> h = m->acquire();
    m.reset();
    EXPECT_TRUE(is_kept_alive(*h));
    h->renew();
    h.reset();
    EXPECT_TRUE(eventually([&] { return is_free("n"); }));
}

TEST_F(Sync, AClientThatGoesReleasesNothingThatIsStillHeld) {
    auto c = std::make_unique<client>(url);
    auto m = c->mutex("n");
    m.lock();
    c.reset();
    EXPECT_TRUE(m.valid());
    EXPECT_FALSE(is_free("n"));
    m.unlock();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, ClientsMove) {
    client a{url};
    auto m = a.mutex("n");
    client b{std::move(a)};
    EXPECT_EQ(b.where(), url);
    m.lock();
    b = client{url};
    EXPECT_FALSE(b.mutex("n").try_lock());
    m.unlock();
    EXPECT_TRUE(b.mutex("n").try_lock());
}

TEST_F(Sync, ManyHandlesToOneNameComeAndGo) {
    for (int i = 0; i < 100; ++i) {
        auto a = locks.mutex("n");
        auto b = locks.mutex("n");
        a.lock();
        a = locks.mutex("m");
        EXPECT_TRUE(b.try_lock());
    }
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, ClientsComeAndGoWhileOthersContend) {
    std::atomic<bool> done{false};
    std::thread contender{[&] {
        auto m = elsewhere.mutex("n");
        while (!done) static_cast<void>(m.acquire());
    }};
    for (int i = 0; i < 100; ++i) {
        client c{url};
        const auto h = c.mutex("n").acquire();
        EXPECT_TRUE(h.valid());
    }
    done = true;
    contender.join();
}

TEST_F(Sync, TheLastHoldMayGoInsideALossCallback) {
    for (int i = 0; i < 20; ++i) {
        auto h = std::make_shared<std::optional<hold>>();
        const auto gone = std::make_shared<std::atomic<bool>>(false);
        {
            client c{url};
            h->emplace(c.mutex("n").acquire());
        }
        (*h)->on_lost([h, gone] {
            h->reset();
            *gone = true;
        });
        elsewhere.evict("n");
        ASSERT_TRUE(eventually([&] { return gone->load(); }));
    }
}

}  // namespace
}  // namespace interlock::test
