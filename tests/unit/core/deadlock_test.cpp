// SPDX-License-Identifier: Apache-2.0
// Who waits for whom: cycles, and what only looks like one.
#include "core/deadlock.hpp"

#include <interlock/deadlock.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace interlock::core {
namespace {

using doing = stander::doing;

port::owner_id id(unsigned number) {
    port::owner_id out;
    out.bytes[0] = static_cast<std::uint8_t>(number >> 8U);
    out.bytes[1] = static_cast<std::uint8_t>(number);
    return out;
}

/// Lines written down by the test.
class drawn final : public standings {
public:
    drawn& add(unsigned owner, port::item what, doing now = doing::holds) {
        lines_[what.name].push_back(
            {id(owner), what, now, "host=h&program=p" + std::to_string(owner) + "&pid=7"});
        return *this;
    }
    /// A claim in line, by a thread that holds these.
    drawn& waits(unsigned owner, port::item what, const std::vector<unsigned>& holding = {}) {
        for (const auto each : holding) waiting_with_[id(each)].push_back(id(owner));
        return add(owner, std::move(what), doing::waits);
    }

    std::vector<stander> on(const std::string& name, std::size_t most) override {
        ++asked;
        auto all = lines_[name];
        all.resize(std::min(all.size(), most));
        return all;
    }
    std::vector<std::string> names_of(const port::owner_id& claim) override {
        std::vector<std::string> out;
        for (const auto& [name, all] : lines_)
            for (const auto& each : all)
                if (each.owner == claim) out.push_back(name);
        return out;
    }
    std::vector<port::owner_id> waiting_with(const port::owner_id& hold, std::size_t) override {
        return waiting_with_[hold];
    }

    int asked = 0;

private:
    std::map<std::string, std::vector<stander>> lines_;
    std::map<port::owner_id, std::vector<port::owner_id>> waiting_with_;
};

port::item exclusive(std::string name) { return {std::move(name)}; }
port::item shared(std::string name) { return {std::move(name), mode::shared}; }
port::item permits(std::string name, std::uint32_t some, std::uint32_t of) {
    return {std::move(name), mode::permits, some, of};
}
newcomer comes(unsigned owner, std::vector<port::item> items, std::vector<port::owner_id> holding) {
    return {id(owner), std::move(items), std::move(holding)};
}

TEST(Deadlock, NoneWhenTheHolderDoesNotWait) {
    drawn lines;
    lines.add(1, exclusive("a")).add(2, exclusive("b"));
    EXPECT_TRUE(find_cycle(comes(9, {exclusive("a")}, {id(2)}), lines).empty());
}

TEST(Deadlock, OfTwoIsTold) {
    drawn lines;
    lines.add(1, exclusive("a")).add(2, exclusive("b")).waits(3, exclusive("b"), {1});
    const auto cycle = find_cycle(comes(9, {exclusive("a")}, {id(2)}), lines);
    ASSERT_EQ(cycle.size(), 2u);
    EXPECT_EQ(cycle[0].who, id(9));
    EXPECT_EQ(cycle[0].name, "a");
    EXPECT_EQ(cycle[0].whom.owner, id(1));
    EXPECT_EQ(cycle[1].who, id(3));
    EXPECT_EQ(cycle[1].whom.owner, id(2));
    const auto why = refusal(cycle);
    EXPECT_EQ(why.code, errc::deadlock);
    EXPECT_EQ(
        why.message.rfind("waiting for 'a' would close a cycle: 'a' is held by p1[7]@h, which waits for 'b', "
                          "which this thread holds",
                          0),
        0u)
        << why.message;
}

TEST(Deadlock, TakesTheShortestWayBack) {
    drawn lines;
    lines.add(1, exclusive("a")).add(2, exclusive("b")).add(4, exclusive("c"));
    lines.waits(3, exclusive("c"), {1}).waits(5, exclusive("b"), {4}).waits(6, exclusive("b"), {1});
    EXPECT_EQ(find_cycle(comes(9, {exclusive("a")}, {id(2)}), lines).size(), 2u);
}

TEST(Deadlock, ReadersTogetherAreNone) {
    drawn lines;
    lines.add(1, shared("a")).add(2, shared("b")).waits(3, exclusive("b"), {1});
    EXPECT_TRUE(find_cycle(comes(9, {shared("a")}, {id(2)}), lines).empty());
}

TEST(Deadlock, OnlyThoseBeforeAClaimKeepItWaiting) {
    drawn lines;
    lines.add(1, exclusive("a")).add(2, exclusive("b"));
    // The thread of 1 waits for b in front of a claim of the newcomer's: it does not wait for that one.
    lines.waits(3, exclusive("b"), {1}).waits(4, exclusive("b"));
    EXPECT_TRUE(find_cycle(comes(9, {exclusive("a")}, {id(4)}), lines).empty());
}

TEST(Deadlock, PermitsAreNoneAsLongAsSomebodyMayMakeRoom) {
    drawn lines;
    lines.add(1, permits("s", 1, 2)).add(2, permits("s", 1, 2)).add(4, exclusive("b"));
    lines.waits(3, exclusive("b"), {1});
    EXPECT_TRUE(find_cycle(comes(9, {permits("s", 1, 2)}, {id(4)}), lines).empty());
    EXPECT_FALSE(find_cycle(comes(9, {permits("s", 2, 2)}, {id(4)}), lines).empty()) << "it needs both";
    lines.waits(5, exclusive("b"), {2});
    EXPECT_FALSE(find_cycle(comes(9, {permits("s", 1, 2)}, {id(4)}), lines).empty()) << "both wait for b";
}

TEST(Deadlock, OfOthersIsNotTheNewcomers) {
    drawn lines;
    lines.add(1, exclusive("a")).add(2, exclusive("b")).add(4, exclusive("c"));
    lines.waits(3, exclusive("b"), {1}).waits(5, exclusive("a"), {2});
    EXPECT_TRUE(find_cycle(comes(9, {exclusive("a")}, {id(4)}), lines).empty());
}

TEST(Deadlock, OfAnUpgradeWithAReaderThatWaitsForIt) {
    drawn lines;
    lines.add(1, {"a", mode::upgradeable}).add(2, shared("a")).waits(3, exclusive("a"), {2});
    const newcomer upgrade{id(1), {{"a", mode::upgradeable}}, {}, true};
    const auto cycle = find_cycle(upgrade, lines);
    ASSERT_EQ(cycle.size(), 2u);
    EXPECT_EQ(cycle[0].whom.owner, id(2));
    EXPECT_EQ(cycle[1].whom.owner, id(1));
}

TEST(Deadlock, AsksForEachLineOnce) {
    drawn lines;
    lines.add(1, exclusive("a"));
    for (unsigned each = 10; each < 200; ++each) lines.waits(each, exclusive("a"), {1});
    EXPECT_TRUE(find_cycle(comes(9, {exclusive("a")}, {id(2)}), lines).empty());
    EXPECT_EQ(lines.asked, 1);
}

TEST(Deadlock, GivesUpOnALineThatIsTooLong) {
    drawn lines;
    lines.add(1, exclusive("a")).add(2, exclusive("b")).waits(3, exclusive("b"), {1});
    const auto late = comes(9, {exclusive("a")}, {id(2)});
    EXPECT_FALSE(find_cycle(late, lines).empty());
    for (unsigned each = 10; each < 300; ++each) lines.waits(each, exclusive("a"));
    EXPECT_TRUE(find_cycle(late, lines).empty()) << "it waits rather than holds everybody up";
}

claim_info seen(std::string name, std::string owner, bool holding, std::vector<std::string> meanwhile = {}) {
    return {.name = std::move(name),
            .holding = holding,
            .id = std::move(owner),
            .meanwhile = std::move(meanwhile)};
}

TEST(FindDeadlocks, OfNothingIsNothing) { EXPECT_TRUE(find_deadlocks({}).empty()); }

TEST(FindDeadlocks, GivesEachCycleOnce) {
    const auto found = find_deadlocks({seen("a", "A", true), seen("a", "wants a", false, {"B"}),
                                       seen("b", "B", true), seen("b", "wants b", false, {"A"}),
                                       seen("c", "C", true), seen("c", "wants c", false, {"C"})});
    ASSERT_EQ(found.size(), 2u);
    ASSERT_EQ(found[0].size(), 4u);
    EXPECT_EQ(found[0][0].id, "wants a");
    EXPECT_EQ(found[0][1].id, "A");
    EXPECT_EQ(found[0][2].id, "wants b");
    EXPECT_EQ(found[0][3].id, "B");
    ASSERT_EQ(found[1].size(), 2u);
    EXPECT_EQ(found[1][1].id, "C");
}

TEST(FindDeadlocks, IgnoresThoseWhoWaitBehindACycle) {
    const auto found = find_deadlocks({seen("a", "A", true), seen("a", "wants a", false, {"B"}),
                                       seen("a", "late", false, {"D"}), seen("b", "B", true),
                                       seen("b", "wants b", false, {"A"}), seen("d", "D", true)});
    ASSERT_EQ(found.size(), 1u);
    for (const auto& each : found[0]) EXPECT_NE(each.id, "late");
}

TEST(FindDeadlocks, NamesAClaimThatStandsBetweenOnlyOnce) {
    auto reader = seen("a", "R", true), late = seen("a", "late", false, {"B"});
    reader.how = late.how = mode::shared;
    const auto found = find_deadlocks(
        {reader, seen("a", "writer", false), late, seen("b", "B", true), seen("b", "wants b", false, {"R"})});
    ASSERT_EQ(found.size(), 1u);
    std::vector<std::string> ids;
    for (const auto& each : found[0]) ids.push_back(each.id);
    EXPECT_EQ(ids, (std::vector<std::string>{"late", "writer", "R", "wants b", "B"}));
}

}  // namespace
}  // namespace interlock::core
