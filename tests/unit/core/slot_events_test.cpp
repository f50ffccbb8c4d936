// SPDX-License-Identifier: Apache-2.0
// What the events hook hears over the life of a lock.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

std::string kinds(const std::vector<event>& events) {
    std::string out;
    for (const auto& e : events) out += (out.empty() ? "" : " ") + std::string{to_string(e.kind)};
    return out;
}

TEST(SlotEvents, TellTheWholeStoryInOrder) {
    slot_bench b;
    const auto a = b.who("a");
    const auto c = b.who("c");
    b.arrive(a);
    b.waiting();
    b.grant();
    b.arrive(c);
    b.pass_to_next_tick();
    b.renewed(port::status::error);
    b.pass_to_next_tick();
    b.renewed();
    b.leave(a);
    b.leave(c);
    b.left();
    EXPECT_EQ(kinds(b.events), "waiting acquired waiting renew_failed renewed handed_over released");
}

TEST(SlotEvents, EveryAcquisitionEndsInOneReleaseOrLoss) {
    slot_bench b;
    const auto a = b.who("a");
    for (const auto how : {port::status::done, port::status::lost}) {
        b.arrive(a);
        b.grant();
        b.leave(a);
        b.left(how);
    }
    b.arrive(a);
    b.grant();
    b.lost();
    EXPECT_EQ(kinds(b.events), "acquired released acquired lost acquired lost");
}

TEST(SlotEvents, ComeBeforeTheNewsThatLetsTheirOwnerGoOn) {
    slot_bench b;
    const auto a = b.who("a");
    b.arrive(a);
    EXPECT_EQ(b.grant(), "<acquired 256>; granted a");
    b.leave(a);
    EXPECT_EQ(b.left(), "<released 256>; released a");
}

TEST(SlotEvents, HaveTheirNamesAsText) {
    EXPECT_EQ(to_string(event_kind::acquired), "acquired");
    EXPECT_EQ(to_string(event_kind::waiting), "waiting");
    EXPECT_EQ(to_string(event_kind::renewed), "renewed");
    EXPECT_EQ(to_string(event_kind::renew_failed), "renew_failed");
    EXPECT_EQ(to_string(event_kind::lost), "lost");
    EXPECT_EQ(to_string(event_kind::released), "released");
    EXPECT_EQ(to_string(event_kind::handed_over), "handed_over");
}

}  // namespace
}  // namespace interlock::core
