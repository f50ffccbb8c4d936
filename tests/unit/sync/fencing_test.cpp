// SPDX-License-Identifier: Apache-2.0
// Statements that compare fences, on a real database.
#include <interlock/error.hpp>
#include <interlock/fencing.hpp>

#include <gtest/gtest.h>

#include <thread>

#include "support/temporary_folder.hpp"
#include "unit/sync/user_database.hpp"

namespace interlock::test {
namespace {

using enum placeholders;
const fenced_table orders{.table = "orders"};
constexpr placeholders every_style[] = {question, named, numbered};

struct Fencing : testing::Test {
    temporary_folder folder;
    user_database database{folder.file("user.db")};

    /// One order in state "new", in a table that knew nothing of fences.
    void make_orders() {
        database.run("CREATE TABLE orders (id INTEGER PRIMARY KEY, state TEXT, place TEXT)");
        database.run("INSERT INTO orders VALUES (1, 'new', 'shop')");
        database.run(add_fence_column(orders));
    }
    std::string state() { return database.text("SELECT state FROM orders WHERE id = 1"); }

    int write(const std::string& to, std::int64_t fence, placeholders style = question) {
        return database.run(guarded_update(orders, {"state"}, style),
                            {{"state", to}, {"id", 1}, {"fence", fence}});
    }
    int raise(const std::string& resource, std::int64_t fence, placeholders style = question) {
        return database.run(raise_fence("fence", sql_dialect::sqlite, style),
                            {{"resource", resource}, {"fence", fence}});
    }
};

/// What the refusal says.
template <class Work>
std::string refusal(Work work) {
    try {
        work();
    } catch (const error& why) {
        EXPECT_EQ(why.code(), errc::invalid_option);
        return why.what();
    }
    return "accepted";
}

TEST(FencingText, IsTheSameStatementInEachStyle) {
    EXPECT_EQ(guarded_update(orders, {"state", "place"}).sql,
              "UPDATE orders SET state = ?, place = ?, fence = ? WHERE id = ? AND fence <= ?");
    EXPECT_EQ(guarded_update(orders, {"state"}, named).sql,
              "UPDATE orders SET state = :state, fence = :fence WHERE id = :id AND fence <= :fence");
    EXPECT_EQ(guarded_update(orders, {"state"}, numbered).sql,
              "UPDATE orders SET state = $1, fence = $2 WHERE id = $3 AND fence <= $2");
    EXPECT_EQ(guarded_delete({"shop.orders", "number", "token"}, numbered).sql,
              "DELETE FROM shop.orders WHERE number = $1 AND token <= $2");
}

TEST(FencingText, ValuesStandInTheOrderOfBinding) {
    using list = std::vector<std::string>;
    EXPECT_EQ(guarded_update(orders, {"state"}).values, (list{"state", "fence", "id", "fence"}));
    EXPECT_EQ(guarded_update(orders, {"state"}, named).values, (list{"state", "fence", "id"}));
    EXPECT_EQ(guarded_update(orders, {"state"}, numbered).values, (list{"state", "fence", "id"}));
    EXPECT_EQ(raise_fence().values, (list{"resource", "fence"}));
}

TEST(FencingText, MysqlHasAnUpsertOfItsOwn) {
    const auto raise = raise_fence("fence", sql_dialect::mysql);
    EXPECT_NE(raise.sql.find("ON DUPLICATE KEY UPDATE"), std::string::npos) << raise.sql;
    EXPECT_EQ(raise.sql.find("ON CONFLICT"), std::string::npos) << raise.sql;
    EXPECT_EQ(raise_fence("f", sql_dialect::postgresql).sql, raise_fence("f", sql_dialect::sqlite).sql);
    EXPECT_NE(create_fence_table("fence", sql_dialect::mysql).find("VARBINARY"), std::string::npos);
}

TEST(FencingText, RefusesWhatIsNoIdentifierAndNamesTheField) {
    const std::string bad[] = {"",
                               "1a",
                               "a b",
                               "a;--",
                               "a\"",
                               "a'b",
                               "größe",
                               "a-b",
                               "x\n",
                               std::string(64, 'a'),
                               std::string("a\0b", 3),
                               "a.b"};
    for (const auto& name : bad) {
        EXPECT_NE(refusal([&] { (void)guarded_update(orders, {name}); }).find("columns: "),
                  std::string::npos);
        EXPECT_NE(refusal([&] { (void)guarded_delete({"t", name}); }).find("key: "), std::string::npos);
        EXPECT_NE(refusal([&] {
                      (void)add_fence_column({"t", "id", name});
                  }).find("fence: "),
                  std::string::npos);
        if (name == "a.b") continue;  // A table may have a schema.
        EXPECT_NE(refusal([&] { (void)raise_fence(name); }).find("table: "), std::string::npos);
        EXPECT_NE(refusal([&] { (void)create_fence_table(name); }).find("table: "), std::string::npos);
    }
    for (const auto* table : {"a.b.c", ".a", "a.", "a..b", "a.1"})
        EXPECT_NE(refusal([&] { (void)raise_fence(table); }).find("table: "), std::string::npos) << table;
    EXPECT_EQ(refusal([] { (void)raise_fence(std::string(63, 'a')); }), "accepted");
}

TEST(FencingText, RefusesColumnsThatMakeNoSense) {
    for (const auto* twice : {"id", "fence", "state"})
        EXPECT_NE(refusal([&] {
                      (void)guarded_update(orders, {"state", twice});
                  }).find(twice),
                  std::string::npos);
    EXPECT_NE(refusal([] { (void)guarded_delete({"t", "id", "id"}); }).find("fence: "), std::string::npos);
}

TEST_F(Fencing, UpdateOfAnOlderHolderChangesNothing) {
    make_orders();
    std::int64_t fence = 10;
    for (const auto style : every_style) {
        fence += 10;
        EXPECT_EQ(write("paid", fence, style), 1);
        EXPECT_EQ(write("packed", fence, style), 1) << "the same holder again";
        EXPECT_EQ(write("late", fence - 1, style), 0);
        EXPECT_EQ(state(), "packed");
    }
}

TEST_F(Fencing, UpdateSetsAllColumnsOfOneRow) {
    make_orders();
    database.run("INSERT INTO orders VALUES (2, 'new', 'shop', 0)");
    EXPECT_EQ(database.run(guarded_update(orders, {"state", "place"}, named),
                           {{"state", "sent"}, {"place", "truck"}, {"id", 2}, {"fence", 7}}),
              1);
    EXPECT_EQ(database.text("SELECT state || place || fence FROM orders WHERE id = 2"), "senttruck7");
    EXPECT_EQ(database.text("SELECT state || place || fence FROM orders WHERE id = 1"), "newshop0");
}

TEST_F(Fencing, FenceShownBeforeReadingKeepsALateWriterOut) {
    make_orders();
    EXPECT_EQ(write("paid", 10), 1);
    for (const auto style : every_style)
        EXPECT_EQ(database.run(guarded_update(orders, {}, style), {{"id", 1}, {"fence", 11}}), 1);
    EXPECT_EQ(state(), "paid");
    EXPECT_EQ(write("late", 10), 0);
    EXPECT_EQ(state(), "paid");
}

TEST_F(Fencing, DeleteOfAnOlderHolderDeletesNothing) {
    make_orders();
    EXPECT_EQ(write("paid", 10), 1);
    for (const auto style : every_style)
        EXPECT_EQ(database.run(guarded_delete(orders, style), {{"id", 1}, {"fence", 9}}), 0);
    EXPECT_EQ(database.run(guarded_delete(orders), {{"id", 1}, {"fence", 10}}), 1);
    EXPECT_EQ(database.text("SELECT count(*) FROM orders"), "0");
}

TEST_F(Fencing, FenceOfAResourceOnlyRises) {
    database.run(create_fence_table());
    database.run(create_fence_table());  // Once more does no harm.
    for (const auto style : every_style) {
        const auto resource = "r" + std::to_string(static_cast<int>(style));
        EXPECT_EQ(raise(resource, 10, style), 1);
        EXPECT_EQ(raise(resource, 10, style), 1) << "the same holder again";
        EXPECT_EQ(raise(resource, 12, style), 1);
        EXPECT_EQ(raise(resource, 11, style), 0);
        EXPECT_EQ(database.text("SELECT fence FROM fence WHERE resource = '" + resource + "'"), "12");
    }
}

TEST_F(Fencing, FenceTableMayHaveASchema) {
    database.run(create_fence_table("main.tokens"));
    const auto raise = raise_fence("main.tokens");
    EXPECT_EQ(database.run(raise, {{"resource", "a"}, {"fence", 2}}), 1);
    EXPECT_EQ(database.run(raise, {{"resource", "a"}, {"fence", 1}}), 0);
}

TEST_F(Fencing, RacingHoldersNeverGoBack) {
    make_orders();
    constexpr std::int64_t each = 200;
    const auto write_all = [&](std::int64_t first) {
        user_database mine{folder.file("user.db")};
        const auto sql = guarded_update(orders, {"state"});
        std::int64_t seen = 0;
        for (std::int64_t fence = first; fence <= each; fence += 2) {
            mine.run(sql, {{"state", std::to_string(fence)}, {"id", 1}, {"fence", fence}});
            const auto now = std::stoll(mine.text("SELECT fence FROM orders WHERE id = 1"));
            EXPECT_GE(now, std::max<std::int64_t>(seen, fence));
            seen = now;
        }
    };
    std::jthread odd{write_all, 1};
    std::jthread even{write_all, 2};
    odd.join();
    even.join();
    EXPECT_EQ(state(), std::to_string(each));
}

}  // namespace
}  // namespace interlock::test
