// SPDX-License-Identifier: Apache-2.0
// One suite for every engine. A new engine needs one file like memory.cpp.
#pragma once

#include "conformance/client.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <string>

namespace interlock::conformance {

/// An engine, or one layout of it, to be proven.
struct target {
    std::string layout;  ///< For the test's name, such as "native".
    /// The URL of a store that nobody used before; files may go into the folder.
    std::function<std::string(const test::temporary_folder&)> make_url;
    /// What the engine says that it can do. What it does not promise is skipped, visibly.
    port::capabilities promised;
};

[[nodiscard]] inline std::string layout_of(const testing::TestParamInfo<target>& tested) {
    return tested.param.layout;
}

/// Each test has a fresh store and opens as many clients of it as it likes.
class suite : public testing::TestWithParam<target> {
protected:
    [[nodiscard]] client& open();
    /// For tests of the objects: every `interlock::client` of it stands for a process.
    [[nodiscard]] const std::string& url() const { return url_; }
    [[nodiscard]] const port::capabilities& can();
    /// A lease that a test may sit out.
    [[nodiscard]] milliseconds short_lease();
    /// `claim` with such a lease.
    [[nodiscard]] port::claim brief(port::claim wanted);

private:
    test::temporary_folder folder_;
    std::string url_ = GetParam().make_url(folder_);
    std::deque<client> clients_;
};

// The topics. A test's full name is engine/topic.sentence/layout.
struct bad_input : suite {};
struct barriers : suite {};
struct cell_objects : suite {};
struct cells : suite {};
struct close : suite {};
struct conditions : suite {};
struct convert : suite {};
struct deadlock : suite {};
struct deadlocked_threads : suite {};
struct elections : suite {};
struct evict : suite {};
struct exclusive : suite {};
struct fences : suite {};
struct idempotence : suite {};
struct inspect : suite {};
struct latches : suite {};
struct multi_locks : suite {};
struct mutexes : suite {};
struct names : suite {};
struct onces : suite {};
struct order_of_service : suite {};
struct permits : suite {};
struct release : suite {};
struct renew : suite {};
struct resize : suite {};
struct semaphores : suite {};
struct several_names : suite {};
struct shared : suite {};
struct shared_mutexes : suite {};
struct threads : suite {};
struct watch : suite {};
struct withdraw : suite {};

}  // namespace interlock::conformance

/// Ends a test, as skipped, on an engine that cannot do it. The property goes into the XML report.
#define NEEDS(capability)                                \
    if (!can().capability) {                             \
        RecordProperty("lacks", #capability);            \
        GTEST_SKIP() << "the engine lacks " #capability; \
    }

#define NEEDS_ITEMS(count)                                              \
    if (can().max_items < (count)) {                                    \
        RecordProperty("lacks", "max_items >= " #count);                \
        GTEST_SKIP() << "the engine takes fewer than " #count " names"; \
    }

#define INTERLOCK_CONFORMANCE_TOPIC(engine, topic, what) \
    INSTANTIATE_TEST_SUITE_P(engine, topic, testing::Values(what), ::interlock::conformance::layout_of)

/// Runs the whole suite on one target.
#define INTERLOCK_CONFORMANCE(engine, what)                        \
    INTERLOCK_CONFORMANCE_TOPIC(engine, bad_input, what);          \
    INTERLOCK_CONFORMANCE_TOPIC(engine, barriers, what);           \
    INTERLOCK_CONFORMANCE_TOPIC(engine, cell_objects, what);       \
    INTERLOCK_CONFORMANCE_TOPIC(engine, cells, what);              \
    INTERLOCK_CONFORMANCE_TOPIC(engine, close, what);              \
    INTERLOCK_CONFORMANCE_TOPIC(engine, conditions, what);         \
    INTERLOCK_CONFORMANCE_TOPIC(engine, convert, what);            \
    INTERLOCK_CONFORMANCE_TOPIC(engine, deadlock, what);           \
    INTERLOCK_CONFORMANCE_TOPIC(engine, deadlocked_threads, what); \
    INTERLOCK_CONFORMANCE_TOPIC(engine, elections, what);          \
    INTERLOCK_CONFORMANCE_TOPIC(engine, evict, what);              \
    INTERLOCK_CONFORMANCE_TOPIC(engine, exclusive, what);          \
    INTERLOCK_CONFORMANCE_TOPIC(engine, fences, what);             \
    INTERLOCK_CONFORMANCE_TOPIC(engine, idempotence, what);        \
    INTERLOCK_CONFORMANCE_TOPIC(engine, inspect, what);            \
    INTERLOCK_CONFORMANCE_TOPIC(engine, latches, what);            \
    INTERLOCK_CONFORMANCE_TOPIC(engine, multi_locks, what);        \
    INTERLOCK_CONFORMANCE_TOPIC(engine, mutexes, what);            \
    INTERLOCK_CONFORMANCE_TOPIC(engine, names, what);              \
    INTERLOCK_CONFORMANCE_TOPIC(engine, onces, what);              \
    INTERLOCK_CONFORMANCE_TOPIC(engine, order_of_service, what);   \
    INTERLOCK_CONFORMANCE_TOPIC(engine, permits, what);            \
    INTERLOCK_CONFORMANCE_TOPIC(engine, release, what);            \
    INTERLOCK_CONFORMANCE_TOPIC(engine, renew, what);              \
    INTERLOCK_CONFORMANCE_TOPIC(engine, resize, what);             \
    INTERLOCK_CONFORMANCE_TOPIC(engine, semaphores, what);         \
    INTERLOCK_CONFORMANCE_TOPIC(engine, several_names, what);      \
    INTERLOCK_CONFORMANCE_TOPIC(engine, shared, what);             \
    INTERLOCK_CONFORMANCE_TOPIC(engine, shared_mutexes, what);     \
    INTERLOCK_CONFORMANCE_TOPIC(engine, threads, what);            \
    INTERLOCK_CONFORMANCE_TOPIC(engine, watch, what);              \
    INTERLOCK_CONFORMANCE_TOPIC(engine, withdraw, what)
