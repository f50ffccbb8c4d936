// SPDX-License-Identifier: Apache-2.0
// Requests that make no sense are refused with the field's name, and leave nothing behind.
#include "conformance/suite.hpp"

namespace interlock::conformance {
namespace {

void expect_refused(client& who, port::claim wanted, errc code, const std::string& field) {
    const auto answer = who.try_once(std::move(wanted));
    EXPECT_EQ(answer.what, status::error);
    EXPECT_EQ(answer.why.code, code) << answer.why.message;
    EXPECT_NE(answer.why.message.find(field), std::string::npos) << answer.why.message;
}

}  // namespace

TEST_P(bad_input, a_bad_name_is_refused) {
    auto& a = open();
    for (const std::string& name : {std::string{}, std::string(513, 'n'), std::string{"\xff"},
                                    std::string{"a\nb"}, std::string{"a\0b", 3}, std::string{"\xc0\x80"}}) {
        expect_refused(a, a.exclusive(name), errc::invalid_name, "name");
        if (can().cells) {
            EXPECT_EQ(a.read(name).why.code, errc::invalid_name);
            EXPECT_EQ(a.write(name, "v").why.code, errc::invalid_name);
        }
        if (can().evict) {
            EXPECT_EQ(a.evict(name).why.code, errc::invalid_name);
        }
    }
}

TEST_P(bad_input, a_lease_out_of_range_is_refused) {
    auto& a = open();
    const auto least = can().min_lease, most = can().max_lease;
    for (const auto lease :
         {milliseconds{-1}, milliseconds{0}, least - 1ms, most + 1ms, milliseconds::max()}) {
        auto wanted = a.exclusive("x");
        wanted.lease = lease;
        expect_refused(a, wanted, errc::invalid_option, "lease");
    }
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(a.renew(held.owner, 0ms).why.code, errc::invalid_option);
    EXPECT_EQ(a.renew(held.owner, most + 1ms).why.code, errc::invalid_option);
    EXPECT_EQ(a.renew(held.owner, most).what, status::done);
}

TEST_P(bad_input, permits_beyond_the_limit_are_refused) {
    NEEDS(permits);
    auto& a = open();
    expect_refused(a, a.permits("x", 0, 3), errc::invalid_option, "permits");
    expect_refused(a, a.permits("x", 4, 3), errc::invalid_option, "permits");
    expect_refused(a, a.permits("x", 0, 0), errc::invalid_option, "permits");
    expect_refused(a, a.permits("x", 1, 0), errc::limit_mismatch, "limit");
}

TEST_P(bad_input, a_claim_without_names_is_refused) {
    auto& a = open();
    expect_refused(a, a.claim({}), errc::invalid_option, "names");
}

TEST_P(bad_input, too_many_names_are_refused) {
    auto& a = open();
    std::vector<port::item> items;
    for (std::size_t i = 0; i <= can().max_items; ++i) items.push_back({"n" + std::to_string(i)});
    expect_refused(a, a.claim(items), errc::invalid_option, "names");
    items.pop_back();
    EXPECT_EQ(a.try_once(a.claim(items)).what, status::done);
}

TEST_P(bad_input, a_name_given_twice_is_refused) {
    NEEDS_ITEMS(2);
    auto& a = open();
    expect_refused(a, a.claim({{"x"}, {"x"}}), errc::invalid_option, "name");
    EXPECT_EQ(a.try_once(a.exclusive("x")).what, status::done);
}

TEST_P(bad_input, a_label_that_is_too_long_is_refused) {
    auto& a = open();
    auto wanted = a.exclusive("x");
    wanted.label = std::string(513, 'l');
    expect_refused(a, wanted, errc::invalid_option, "label");
}

TEST_P(bad_input, a_value_that_is_too_large_is_refused) {
    NEEDS(cells);
    auto& a = open();
    const auto answer = a.write("x", std::string(64 * 1024 + 1, 'v'));
    EXPECT_EQ(answer.why.code, errc::invalid_option);
    EXPECT_EQ(a.read("x").now.version, 0u);
}

TEST_P(bad_input, a_negative_keep_is_refused_and_the_hold_stays) {
    auto& a = open();
    const auto held = a.take(a.exclusive("x"));
    EXPECT_EQ(a.release(held.owner, -1ms).why.code, errc::invalid_option);
    EXPECT_EQ(a.release(held.owner).what, status::done);
}

TEST_P(bad_input, the_engine_can_do_what_it_promised) {
    const auto& promised = GetParam().promised;
    EXPECT_EQ(can().shared, promised.shared);
    EXPECT_EQ(can().upgradeable, promised.upgradeable);
    EXPECT_EQ(can().permits, promised.permits);
    EXPECT_EQ(can().resize, promised.resize);
    EXPECT_EQ(can().deadlock, promised.deadlock);
    EXPECT_EQ(can().fair, promised.fair);
    EXPECT_EQ(can().barging, promised.barging);
    EXPECT_EQ(can().inspect, promised.inspect);
    EXPECT_EQ(can().evict, promised.evict);
    EXPECT_EQ(can().cells, promised.cells);
    EXPECT_EQ(can().watch, promised.watch);
    EXPECT_EQ(can().contention, promised.contention);
    EXPECT_GE(can().max_items, promised.max_items);
}

}  // namespace interlock::conformance
