// SPDX-License-Identifier: Apache-2.0
// The event loop: descriptors that become readable.
#include "runtime/loop.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <latch>

#include "support/waiting.hpp"

namespace interlock::runtime {
namespace {

using namespace std::chrono_literals;
using test::eventually;

struct LoopWatch : testing::Test {
    LoopWatch() { EXPECT_EQ(::pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0); }
    ~LoopWatch() override {
        ::close(ends[0]);
        ::close(ends[1]);
    }
    void write(int bytes = 1) {
        for (int i = 0; i < bytes; ++i) EXPECT_EQ(::write(ends[1], "x", 1), 1);
    }
    void read_one() {
        char one = 0;
        EXPECT_EQ(::read(ends[0], &one, 1), 1);
    }
    /// Waits until everything posted before has run.
    void settle(io_loop& loop) {
        std::latch done{2};
        loop.post([&] { done.count_down(); });
        loop.at(boot_clock::now() + 10ms, [&] { done.count_down(); });
        done.wait();
    }
    int ends[2] = {-1, -1};
    std::atomic<int> calls{0};
};

TEST_F(LoopWatch, IsCalledAgainAsLongAsThereIsSomethingToRead) {
    io_loop loop;
    write(5);
    loop.on_readable(ends[0], [&] {
        read_one();
        ++calls;
    });
    EXPECT_TRUE(eventually([&] { return calls == 5; }));
    settle(loop);
    EXPECT_EQ(calls, 5) << "and not without reason";
    write();
    EXPECT_TRUE(eventually([&] { return calls == 6; }));
}

TEST_F(LoopWatch, IsLevelTriggered) {
    io_loop loop;
    write();
    loop.on_readable(ends[0], [&] {
        if (++calls == 3) read_one();  // Left unread twice: it must be called for it again.
    });
    EXPECT_TRUE(eventually([&] { return calls == 3; }));
}

TEST_F(LoopWatch, SeesTheOtherEndClose) {
    io_loop loop;
    port::loop::id id = 0;
    std::latch known{1};
    id = loop.on_readable(ends[0], [&] {
        known.wait();
        loop.cancel(id);
        ++calls;
    });
    known.count_down();
    ::close(std::exchange(ends[1], -1));
    EXPECT_TRUE(eventually([&] { return calls == 1; }));
}

TEST_F(LoopWatch, CancelledFromInsideItIsCalledNoMore) {
    io_loop loop;
    port::loop::id id = 0;
    std::latch known{1};
    const auto owned = std::make_shared<int>(7);
    id = loop.on_readable(ends[0], [&, owned] {
        known.wait();
        loop.cancel(id);
        EXPECT_EQ(*owned, 7) << "what the callback owns lives until it returns";
        ++calls;
    });
    known.count_down();
    write();
    EXPECT_TRUE(eventually([&] { return calls == 1; }));
    settle(loop);
    EXPECT_EQ(calls, 1);
    EXPECT_TRUE(eventually([&] { return owned.use_count() == 1; })) << "and is gone afterwards";
}

TEST_F(LoopWatch, CancelledFromOutsideItIsCalledNoMore) {
    io_loop loop;
    const auto id = loop.on_readable(ends[0], [&] { ++calls; });
    loop.cancel(id);
    settle(loop);
    const auto so_far = calls.load();
    write();
    settle(loop);
    EXPECT_EQ(calls, so_far);
}

TEST_F(LoopWatch, DoesNotCloseTheDescriptor) {
    {
        io_loop loop;
        loop.cancel(loop.on_readable(ends[0], [] {}));
        settle(loop);
    }
    write();
    read_one();
}

TEST_F(LoopWatch, TwoWatchesOfOneDescriptorAreIndependent) {
    io_loop loop;
    std::atomic<int> others{0};
    const auto first = loop.on_readable(ends[0], [&] { ++calls; });
    loop.on_readable(ends[0], [&] { ++others; });
    write();
    EXPECT_TRUE(eventually([&] { return calls > 0 && others > 0; }));
    loop.cancel(first);
    settle(loop);
    const auto before = others.load();
    EXPECT_TRUE(eventually([&] { return others > before; }));
}

TEST_F(LoopWatch, OfABadDescriptorThrows) {
    io_loop loop;
    EXPECT_THROW(loop.on_readable(-1, [] {}), error);
}

}  // namespace
}  // namespace interlock::runtime
