// SPDX-License-Identifier: Apache-2.0
// Leaving: nothing stays pending, and holds stay until they are over.
#include "conformance/suite.hpp"

namespace interlock::conformance {

TEST_P(close, completes_what_is_pending) {
    auto& a = open();
    auto& b = open();
    a.take(a.exclusive("x"));
    auto next = b.start(b.exclusive("x"));
    awaited<port::cell_answer> watched;
    if (can().watch) b.engine().watch(b.draw_id(), "cell", 0, watched.handler());
    b.close();
    EXPECT_EQ(next.answer.get().what, status::error);
    EXPECT_EQ(next.answer.get().why.code, errc::closed);
    if (can().watch) {
        EXPECT_EQ(watched.get().why.code, errc::closed);
    }
}

TEST_P(close, leaves_holds_to_expire) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(brief(a.exclusive("x")));
    a.close();
    auto next = b.start(b.exclusive("x"));
    EXPECT_GT(b.take(next).fence(), held.fence());
    EXPECT_GE(b.now(), held.until);
}

TEST_P(close, leaves_holds_that_another_client_may_release_by_their_owner) {
    auto& a = open();
    auto& b = open();
    const auto held = a.take(a.exclusive("x"));
    a.close();
    EXPECT_EQ(b.release(held.owner).what, status::done);
    EXPECT_EQ(b.try_once(b.exclusive("x")).what, status::done);
}

}  // namespace interlock::conformance
