// SPDX-License-Identifier: Apache-2.0
// Conversions, resizing and cycles in rows: what is written, whom a step tells, what it leaves.
#include "unit/rows/desk.hpp"

#include <gtest/gtest.h>

namespace interlock::rows::test {
namespace {

port::item upgradeable(std::string name) { return {.name = std::move(name), .how = mode::upgradeable}; }

struct conversions : desk {
    acquired convert(unsigned owner, mode to, bool wait = true) {
        return next().convert({.owner = id(owner), .to = to, .wait = wait}, id(owner + 1000));
    }
    acquired take_with(unsigned owner, std::vector<port::item> items, std::vector<owner_id> holding) {
        return next().acquire(
            {.owner = id(owner), .items = std::move(items), .lease = 30s, .holding = std::move(holding)},
            id(owner + 1000));
    }
    claim_info shown(unsigned owner) {
        for (const auto& each : next().inspect({}))
            if (each.id == id(owner).hex()) return each;
        return {};
    }
};

TEST(rows_convert, down_serves_those_in_line_and_tells_them) {
    conversions d;
    const auto held = d.take(1, {exclusive("x")});
    d.take(2, {shared("x")});
    const auto got = d.convert(1, mode::shared);
    EXPECT_EQ(got.what, verdict::granted);
    EXPECT_EQ(got.fences, held.fences);
    EXPECT_EQ(got.expires, d.rows.clock + 30s);
    EXPECT_TRUE(d.tells(push::kind::granted, 2));
}

TEST(rows_convert, up_waits_and_is_told_by_the_one_who_leaves_last) {
    conversions d;
    d.take(1, {upgradeable("x")});
    for (const unsigned reader : {2u, 3u}) d.take(reader, {shared("x")});
    EXPECT_EQ(d.convert(1, mode::exclusive).what, verdict::queued);
    EXPECT_TRUE(d.tells(push::kind::contended, 2) && d.tells(push::kind::contended, 3));
    EXPECT_FALSE(d.tells(push::kind::contended, 1));
    d.give(3);
    EXPECT_TRUE(d.caused.pushes.empty());
    d.give(2);
    EXPECT_TRUE(d.tells(push::kind::granted, 1));
    EXPECT_EQ(d.shown(1).how, mode::exclusive);
}

TEST(rows_convert, up_looks_again_when_the_next_lease_is_over_its_own_included) {
    conversions d;
    d.take(1, {upgradeable("x")});
    d.rows.clock += 5s;
    d.take(2, {shared("x")});
    d.convert(1, mode::exclusive);
    EXPECT_EQ(d.look(1).recheck, d.rows.clock + 25s);
    d.renew(1);
    d.rows.clock += 1s;
    d.renew(1);
    EXPECT_EQ(d.look(1).recheck, d.rows.clock + 29s);
    EXPECT_FALSE(d.look(1).overdue);
    d.rows.clock += 29s;
    EXPECT_TRUE(d.look(1).overdue);
    d.next().settle({"x"});
    EXPECT_TRUE(d.holds(1));
    EXPECT_EQ(d.look(1).how, mode::exclusive);
}

TEST(rows_convert, up_looks_past_a_lease_that_is_over_to_the_next_one) {
    conversions d;
    for (const unsigned reader : {2u, 3u}) d.take(reader, {shared("x")});
    d.rows.clock += 5s;
    d.renew(3);
    d.take(1, {upgradeable("x")});
    d.rows.clock += 1s;
    d.renew(1);
    d.convert(1, mode::exclusive);
    d.rows.clock += 24s;
    EXPECT_TRUE(d.look(1).overdue);
    EXPECT_EQ(d.look(1).recheck, d.rows.clock + 5s);
}

TEST(rows_convert, a_reader_whose_process_is_dead_does_not_keep_it_waiting) {
    conversions d;
    d.take(1, {upgradeable("x")});
    d.take(2, {shared("x")});
    EXPECT_EQ(d.convert(1, mode::exclusive).ahead, (std::vector{id(1001), id(1002)}));
    d.next().reap(id(1002));
    EXPECT_TRUE(d.tells(push::kind::granted, 1));
}

TEST(rows_convert, one_that_dies_while_it_waits_lets_the_line_go_on) {
    conversions d;
    d.take(1, {upgradeable("x")});
    d.take(2, {shared("x")});
    d.convert(1, mode::exclusive);
    EXPECT_EQ(d.take(3, {shared("x")}).what, verdict::queued);
    d.next().reap(id(1001));
    EXPECT_TRUE(d.holds(3));
}

TEST(rows_convert, a_repeated_acquire_and_a_renewal_leave_it_waiting) {
    conversions d;
    d.take(1, {upgradeable("x")});
    d.take(2, {shared("x")});
    d.convert(1, mode::exclusive);
    EXPECT_EQ(d.take(1, {upgradeable("x")}).what, verdict::granted);
    EXPECT_TRUE(d.renew(1).held);
    EXPECT_TRUE(d.shown(1).upgrading);
}

TEST(rows_convert, it_is_seen_before_any_number_of_holders) {
    conversions d;
    for (unsigned reader = 1; reader <= 100; ++reader) d.take(reader, {shared("x")});
    d.convert(100, mode::exclusive);
    EXPECT_TRUE(d.renew(50).contended);
    d.rows.queries = 0;
    EXPECT_EQ(d.take(200, {shared("x")}, false).what, verdict::busy);
    EXPECT_LE(d.rows.queries, 3u) << "the first page is enough";
}

TEST(rows_convert, stopping_it_lets_readers_in_again) {
    conversions d;
    d.take(1, {upgradeable("x")});
    d.take(2, {shared("x")});
    d.convert(1, mode::exclusive);
    d.take(3, {shared("x")});
    d.next().stop_upgrade(id(1));
    EXPECT_TRUE(d.tells(push::kind::granted, 3));
    EXPECT_TRUE(d.holds(1));
    d.next().stop_upgrade(id(2));
    EXPECT_TRUE(d.holds(2)) << "nothing to stop";
}

TEST(rows_convert, its_wait_leaves_no_trace_of_what_its_thread_held) {
    conversions d;
    d.take(1, {upgradeable("x")});
    d.take(2, {shared("x")});
    const port::conversion up{.owner = id(1), .to = mode::exclusive, .wait = true, .holding = {id(7)}};
    static_cast<void>(d.next().convert(up, id(1001)));
    EXPECT_EQ(d.shown(1).meanwhile, std::vector{id(7).hex()});
    d.give(2);
    EXPECT_TRUE(d.rows.waiting_with(id(7), 9).empty());
}

TEST(rows_resize, removes_and_tells_those_who_ask_for_too_many) {
    conversions d;
    d.take(1, {permits("x", 3, 3)});
    d.take(2, {permits("x", 3, 3)});
    d.take(3, {permits("x", 1, 3)});
    d.next().resize("x", 2);
    EXPECT_TRUE(d.tells(push::kind::granted, 2)) << "it looks, asks anew and hears why";
    EXPECT_EQ(d.look(2).now, sight::what::missing);
    const auto again = d.take(2, {permits("x", 3, 3)});
    EXPECT_EQ(again.why.code, errc::limit_mismatch);
    EXPECT_TRUE(d.waits(3));
    EXPECT_EQ(d.shown(3).limit, 2u);
}

TEST(rows_deadlock, is_refused_with_the_sessions_of_the_cycle) {
    conversions d;
    d.take(1, {exclusive("x")});
    d.take(2, {exclusive("y")});
    d.take_with(3, {exclusive("y")}, {id(1)});
    const auto got = d.take_with(4, {exclusive("x")}, {id(2)});
    EXPECT_EQ(got.what, verdict::refused);
    EXPECT_EQ(got.why.code, errc::deadlock);
    for (const unsigned session : {1001u, 1002u, 1003u})
        EXPECT_EQ(std::count(got.ahead.begin(), got.ahead.end(), id(session)), 1) << session;
    EXPECT_EQ(d.look(4).now, sight::what::missing);
}

TEST(rows_deadlock, is_none_with_a_name_that_is_only_kept) {
    conversions d;
    d.take(1, {exclusive("x")});
    d.give(1, 5s);
    EXPECT_EQ(d.take_with(2, {exclusive("x")}, {id(1)}).what, verdict::queued);
}

TEST(rows_deadlock, what_a_waiting_thread_holds_is_forgotten_with_its_claim) {
    conversions d;
    d.take(1, {exclusive("x")});
    d.take_with(2, {exclusive("x")}, {id(8)});
    d.take_with(3, {exclusive("x")}, {id(8)});
    EXPECT_EQ(d.rows.waiting_with(id(8), 9), (std::vector{id(2), id(3)}));
    d.next().withdraw(id(3));
    EXPECT_EQ(d.rows.waiting_with(id(8), 9), std::vector{id(2)});
    d.give(1);
    EXPECT_TRUE(d.rows.waiting_with(id(8), 9).empty()) << "granted";
    d.take_with(4, {exclusive("free")}, {id(8)});
    EXPECT_TRUE(d.rows.waiting_with(id(8), 9).empty()) << "it did not have to wait";
}

}  // namespace
}  // namespace interlock::rows::test
