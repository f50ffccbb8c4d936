// SPDX-License-Identifier: Apache-2.0
// What happens when the process exits normally.
#include "runtime/exit_flush.hpp"

#include <interlock/client.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "unit/runtime/child.hpp"
#include "unit/runtime/puppet_engine.hpp"

namespace interlock::runtime {
namespace {

int report_to = -1;

/// What a child that registers clients and then exits flushed: one letter each.
template <class Work>
std::string flushed_by(Work work) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    EXPECT_EQ(test::in_child([&] {
                  report_to = ends[1];
                  work();
                  std::exit(0);
                  return 1;
              }),
              0);
    ::close(ends[1]);
    std::string out(16, '\0');
    const auto got = ::read(ends[0], out.data(), out.size());
    ::close(ends[0]);
    out.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return out;
}

void flush(void* client) {
    if (::write(report_to, client, 1) != 1) ::_exit(9);
}

char a = 'a';
char b = 'b';

TEST(ExitFlush, FlushesWhatIsOpenAtExit) {
    EXPECT_EQ(flushed_by([] { flush_at_exit(&a, flush); }), "a");
}

TEST(ExitFlush, NotWhatWasClosedBefore) {
    EXPECT_EQ(flushed_by([] {
                  flush_at_exit(&a, flush);
                  flush_at_exit(&b, flush);
                  no_flush_at_exit(&a);
                  no_flush_at_exit(&a);
              }),
              "b");
}

TEST(ExitFlush, APostedReleaseIsAnsweredBeforeTheProcessEnds) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "ThreadSanitizer does not support threads in a forked child";
#endif
    EXPECT_EQ(flushed_by([] {
                  static auto* const engine =
                      new test::puppet;  // Neither this nor the client is ever destroyed.
                  engine->on_release = [](port::owner_id, auto done) {
                      engine->loop->at(boot_clock::now() + std::chrono::milliseconds{30},
                                       [done = std::move(done)]() mutable {
                                           flush(&a);
                                           done({port::status::done, {}});
                                       });
                  };
                  static auto* const locks = new client{"puppet:"};
                  locks->mutex("n").lock();
              }),
              "a");
}

}  // namespace
}  // namespace interlock::runtime
