// SPDX-License-Identifier: Apache-2.0
// Waiting for a cell to change.
#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

struct watching {
    port::owner_id request;
    awaited<port::cell_answer> answer;
};

watching start_watch(client& who, const std::string& name, std::uint64_t after) {
    watching started{who.draw_id(), {}};
    who.engine().watch(started.request, name, after, started.answer.handler());
    return started;
}

}  // namespace

TEST_P(watch, completes_at_once_if_the_cell_has_changed_already) {
    NEEDS(watch);
    auto& a = open();
    a.write("x", "v");
    auto watched = start_watch(a, "x", 0);
    EXPECT_EQ(watched.answer.get().now.value, "v");
}

TEST_P(watch, completes_once_when_another_client_writes) {
    NEEDS(watch);
    auto& a = open();
    auto& b = open();
    auto watched = start_watch(a, "x", 0);
    EXPECT_FALSE(watched.answer.ready());
    b.write("x", "one");
    const auto answer = watched.answer.get();
    EXPECT_EQ(answer.what, status::done);
    EXPECT_GE(answer.now.version, 1u);
    b.write("x", "two");
    auto second = start_watch(a, "x", 1);
    EXPECT_EQ(second.answer.get().now.value, "two");
    EXPECT_EQ(watched.answer.times(), 1);
}

TEST_P(watch, completes_when_its_own_client_writes) {
    NEEDS(watch);
    auto& a = open();
    auto watched = start_watch(a, "x", 0);
    a.write("x", "v");
    EXPECT_EQ(watched.answer.get().now.value, "v");
}

TEST_P(watch, waits_for_a_version_above_the_one_it_knows) {
    NEEDS(watch);
    auto& a = open();
    auto& b = open();
    a.write("x", "one");
    auto watched = start_watch(a, "x", 2);
    b.write("x", "two");
    auto sentinel = start_watch(a, "x", 1);
    (void)sentinel.answer.get();
    EXPECT_FALSE(watched.answer.ready());
    b.write("x", "three");
    EXPECT_EQ(watched.answer.get().now.version, 3u);
}

TEST_P(watch, sees_a_deletion) {
    NEEDS(watch);
    auto& a = open();
    auto& b = open();
    a.write("x", "v");
    auto watched = start_watch(a, "x", 1);
    b.write({.request = b.draw_id(), .name = "x", .value = {}});
    EXPECT_EQ(watched.answer.get().now.value, std::nullopt);
}

TEST_P(watch, is_not_woken_by_other_cells_or_refused_writes) {
    NEEDS(watch);
    auto& a = open();
    auto& b = open();
    a.write("x", "v");
    auto watched = start_watch(a, "x", 1);
    b.write("xx", "v");
    b.write({.request = b.draw_id(), .name = "x", .value = "w", .expected = 9});
    auto sentinel = start_watch(a, "xx", 0);
    (void)sentinel.answer.get();
    EXPECT_FALSE(watched.answer.ready());
}

TEST_P(watch, tells_every_watcher) {
    NEEDS(watch);
    auto& a = open();
    auto& b = open();
    auto one = start_watch(a, "x", 0);
    auto two = start_watch(a, "x", 0);
    auto three = start_watch(b, "x", 0);
    b.write("x", "v");
    for (auto* each : {&one, &two, &three}) EXPECT_EQ(each->answer.get().now.version, 1u);
}

TEST_P(watch, that_is_ended_completes_as_canceled) {
    NEEDS(watch);
    auto& a = open();
    auto watched = start_watch(a, "x", 0);
    a.engine().unwatch(watched.request);
    EXPECT_EQ(watched.answer.get().why.code, errc::canceled);
    a.engine().unwatch(watched.request);
    a.write("x", "v");
    EXPECT_EQ(watched.answer.times(), 1);
}

}  // namespace interlock::conformance
