// SPDX-License-Identifier: Apache-2.0
// The events hook: what it hears, and that it can do no harm.
#include <latch>
#include <mutex>
#include <stdexcept>

#include "unit/sync/memory_clients.hpp"

namespace interlock::test {
namespace {

/// Remembers what a client tells.
class ear {
public:
    client_options listening() {
        return {.on_event = [this](const event& e) {
            const std::lock_guard lock{guard_};
            heard_.push_back(e);
        }};
    }
    std::string story() const {
        const std::lock_guard lock{guard_};
        std::string out;
        for (const auto& e : heard_) out += (out.empty() ? "" : " ") + std::string{to_string(e.kind)};
        return out;
    }
    std::vector<event> heard() const {
        const std::lock_guard lock{guard_};
        return heard_;
    }

private:
    mutable std::mutex guard_;
    std::vector<event> heard_;
};

TEST_F(Sync, EventsComeInOrder) {
    ear e;
    std::uint64_t fence = 0;
    {
        client telling{url, e.listening()};
        auto m = telling.mutex("n");
        auto h = m.acquire();
        fence = h.fence();
        h.renew();
        h.release();
        const auto second = m.acquire();
    }
    EXPECT_EQ(e.story(), "acquired renewed released acquired released");
    EXPECT_EQ(e.heard()[0].name, "n");
    EXPECT_EQ(e.heard()[0].fence, fence);
    EXPECT_EQ(e.heard()[2].fence, fence);
    EXPECT_EQ(e.heard()[0].dropped, 0U);
}

TEST_F(Sync, WaitingHandOverAndLossAreTold) {
    ear e;
    std::optional<hold> other = elsewhere.mutex("n").acquire();
    {
        client telling{url, e.listening()};
        auto m = telling.mutex("n");
        std::thread first{[&] {
            const auto h = m.acquire();
            EXPECT_TRUE(eventually([&] { return e.story() == "waiting acquired waiting"; })) << e.story();
        }};
        EXPECT_TRUE(eventually([&] { return e.story() == "waiting"; }));
        other.reset();
        EXPECT_TRUE(eventually([&] { return e.story() == "waiting acquired"; }));
        const auto second = m.acquire();
        first.join();
        elsewhere.evict("n");
        EXPECT_TRUE(eventually([&] { return e.story() == "waiting acquired waiting handed_over lost"; }))
            << e.story();
    }
    EXPECT_EQ(e.heard().back().error, errc::lost);
}

TEST_F(Sync, AThrowingHookHarmsNothing) {
    client telling{url, {.on_event = [](const event&) { throw std::runtime_error{"no"}; }}};
    auto m = telling.mutex("n");
    for (int i = 0; i < 10; ++i) m.acquire().release();
    EXPECT_TRUE(is_free("n"));
}

TEST_F(Sync, ABlockedHookDelaysNothingAndWhatIsDroppedIsCounted) {
    std::latch entered{1};
    std::latch may_end{1};
    std::atomic<int> calls{0};
    std::atomic<std::uint64_t> dropped{0};
    {
        client telling{url, {.on_event = [&](const event& e) {
                           dropped += e.dropped;
                           if (++calls == 1) {
                               entered.count_down();
                               may_end.wait();
                           }
                       }}};
        auto m = telling.mutex("n");
        m.acquire().release();
        entered.wait();
        for (int i = 0; i < 1000; ++i) m.acquire().release();
        EXPECT_TRUE(is_free("n"));
        may_end.count_down();
        ASSERT_TRUE(eventually([&] { return calls == 1025; }));
        m.acquire().release();
        ASSERT_TRUE(eventually([&] { return calls == 1027; }));
    }
    EXPECT_EQ(calls.load() + static_cast<int>(dropped), 2004) << "two for each acquisition";
}

TEST_F(Sync, AHookThatNeverReturnsDoesNotKeepTheClientFromClosing) {
    // What the hook uses must live on with it: the client does not wait for it.
    const auto entered = std::make_shared<std::latch>(1);
    const auto may_end = std::make_shared<std::latch>(1);
    const auto ended = std::make_shared<std::latch>(1);
    {
        client telling{url, {.flush_timeout = 20ms, .on_event = [=](const event&) {
                                 entered->count_down();
                                 may_end->wait();
                                 ended->count_down();
                             }}};
        telling.mutex("n").acquire().release();
        entered->wait();
    }
    may_end->count_down();
    ended->wait();
}

TEST_F(Sync, AHookMayUseTheClientsLocks) {
    std::latch done{1};
    std::optional<client> telling;
    telling.emplace(url, client_options{.on_event = [&](const event& e) {
                        if (e.name != "n") return;
                        EXPECT_TRUE(telling->mutex("from the hook").acquire().valid());
                        if (e.kind == event_kind::released) done.count_down();
                    }});
    telling->mutex("n").acquire().release();
    done.wait();
}

}  // namespace
}  // namespace interlock::test
