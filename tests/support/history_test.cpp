// SPDX-License-Identifier: Apache-2.0
// The checker must find known faults, or its silence proves nothing.
#include "support/history.hpp"

#include <gtest/gtest.h>

namespace interlock::test {
namespace {

held from_to(std::uint64_t fence, int granted, int ended) {
    const auto at = [](int n) { return boot_clock::time_point{boot_clock::duration{n}}; };
    return {fence, at(granted), at(ended)};
}

TEST(history, accepts_holds_one_after_another_in_any_order_of_record) {
    EXPECT_EQ(find_fault({from_to(7, 20, 30), from_to(3, 0, 10), from_to(5, 10, 20)}), "");
    EXPECT_EQ(find_fault({}), "");
}

TEST(history, finds_two_holds_at_a_time) {
    EXPECT_NE(find_fault({from_to(1, 0, 11), from_to(2, 10, 20)}).find("two holds"), std::string::npos);
}

TEST(history, finds_a_hold_inside_a_longer_one) {
    EXPECT_NE(find_fault({from_to(1, 0, 100), from_to(2, 10, 20)}).find("two holds"), std::string::npos);
}

TEST(history, finds_a_fence_that_comes_twice) {
    EXPECT_NE(find_fault({from_to(1, 0, 10), from_to(1, 10, 20)}).find("did not grow"), std::string::npos);
}

TEST(history, finds_a_fence_that_goes_back) {
    EXPECT_NE(find_fault({from_to(9, 0, 10), from_to(8, 10, 20)}).find("did not grow"), std::string::npos);
}

TEST(history, finds_a_hold_without_a_fence) {
    EXPECT_NE(find_fault({from_to(0, 0, 10)}).find("without a fence"), std::string::npos);
}

TEST(history, finds_a_record_that_ends_before_it_begins) {
    EXPECT_NE(find_fault({from_to(1, 10, 0)}).find("ended before"), std::string::npos);
}

held sharing(std::uint64_t fence, int granted, int ended, mode how = mode::shared,
             std::uint32_t permits = 1) {
    auto out = from_to(fence, granted, ended);
    out.how = how;
    out.permits = permits;
    return out;
}

TEST(history, accepts_readers_together) {
    EXPECT_EQ(find_fault({sharing(2, 0, 10), sharing(1, 5, 15), from_to(3, 15, 20)}), "");
    EXPECT_EQ(find_fault({sharing(1, 0, 10), sharing(2, 5, 15, mode::upgradeable)}), "");
}

TEST(history, finds_a_writer_beside_a_reader) {
    const auto fault = find_fault({sharing(1, 0, 100), sharing(2, 5, 8), from_to(3, 50, 60)});
    EXPECT_NE(fault.find("two holds"), std::string::npos) << fault;
    EXPECT_NE(find_fault({from_to(1, 0, 10), sharing(2, 9, 20)}), "");
}

TEST(history, finds_two_upgradeable_readers) {
    EXPECT_NE(find_fault({sharing(1, 0, 10, mode::upgradeable), sharing(2, 5, 15, mode::upgradeable)}), "");
}

TEST(history, counts_permits_in_use) {
    const auto permits = [](std::uint64_t fence, int from, int to, std::uint32_t n) {
        return sharing(fence, from, to, mode::permits, n);
    };
    EXPECT_EQ(find_fault({permits(1, 0, 10, 2), permits(2, 5, 15, 1), permits(3, 10, 20, 2)}, 3), "");
    EXPECT_NE(find_fault({permits(1, 0, 10, 2), permits(2, 5, 15, 1), permits(3, 9, 20, 1)}, 3), "");
}

TEST(history, compares_fences_of_those_that_exclude_each_other) {
    EXPECT_EQ(find_fault({sharing(9, 0, 10), sharing(8, 10, 20)}), "") << "the news of 8 came late";
    EXPECT_NE(find_fault({sharing(9, 0, 10), from_to(8, 10, 20)}).find("did not grow"), std::string::npos);
    EXPECT_NE(find_fault({from_to(9, 0, 10), sharing(8, 10, 20)}).find("did not grow"), std::string::npos);
}

}  // namespace
}  // namespace interlock::test
