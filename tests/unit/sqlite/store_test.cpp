// SPDX-License-Identifier: Apache-2.0
// The SQL means what the row store promises: random steps on SQLite against the store in vectors.
#include "engines/sqlite/store.hpp"
#include "engines/rows/book.hpp"
#include "engines/sqlite/schema.hpp"
#include "unit/rows/desk.hpp"
#include "unit/sqlite/fixture.hpp"

#include <random>

namespace interlock::sqlite::test {
namespace {

namespace fake = rows::test;

/// The same step on both; true if they agree on what it answered and whom it tells.
class pair_of_stores {
public:
    explicit pair_of_stores(sqlite3* db) : db_{db} {}

    template <class Step>
    bool agree(Step step) {
        rows::effects left, right;
        rows::book plain{fake_, left};
        store real{db_, sql_, fake_.clock, drawn_};
        rows::book tested{real, right};
        return step(plain) == step(tested) && told(left) == told(right);
    }
    fake::fake_store& plain() { return fake_; }

private:
    static std::string told(const rows::effects& caused) {
        std::string out;
        for (const auto& each : caused.pushes) {
            out += std::to_string(static_cast<int>(each.what)) + each.owner.hex() + each.cell + " ";
        }
        return out;
    }

    sqlite3* db_;
    statements sql_;
    std::uint64_t drawn_ = 0;
    fake::fake_store fake_;
};

class random_steps {
public:
    explicit random_steps(unsigned seed) : random_{seed} {}

    unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

    port::claim claim() {
        port::claim out{.owner = fake::id(below(40)), .lease = std::chrono::seconds{1 + below(20)}};
        const auto first = below(4);
        for (unsigned i = 0, count = 1 + below(3); i < count; ++i) {
            const auto name = "n" + std::to_string((first + i) % 4);
            const auto kind = below(4);
            out.items.push_back(kind == 0   ? fake::exclusive(name)
                                : kind == 1 ? fake::shared(name)
                                : kind == 2 ? port::item{name, mode::upgradeable}
                                            : fake::permits(name, 1 + below(3), 3));
        }
        out.wait = below(4) != 0;
        out.order = below(4) == 0 ? order::barging : order::fair;
        for (auto some = below(3); some > 0; --some) out.holding.push_back(fake::id(below(40)));
        out.refuse_deadlock = below(3) != 0;
        return out;
    }

    bool one(pair_of_stores& both) {
        const auto owner = fake::id(below(40));
        switch (below(10)) {
            case 0:
                return both.agree([&](rows::book& b) { return b.release(owner, 0ms); });
            case 1:
                return both.agree([&](rows::book& b) { return b.release(owner, 3s); });
            case 2:
                return both.agree([&](rows::book& b) { return b.renew({owner, 5s}).held; });
            case 3:
                return both.agree([&](rows::book& b) { return b.withdraw(owner), true; });
            case 4:
                both.plain().clock += std::chrono::milliseconds{below(3000)};
                return both.agree([](rows::book& b) { return b.settle({"n0", "n1", "n2", "n3"}), true; });
            case 5: {
                constexpr mode modes[] = {mode::exclusive, mode::shared, mode::upgradeable};
                const port::conversion what{owner, modes[below(3)], below(3) != 0, {fake::id(below(40))}};
                return both.agree([&](rows::book& b) {
                    const auto got = b.convert(what, fake::id(8));
                    return std::tuple{got.what, got.fences, got.contended, got.recheck, got.expires};
                });
            }
            case 6: {
                const auto name = "n" + std::to_string(below(4));
                const auto limit = 2 + below(2);
                return both.agree([&](rows::book& b) { return b.resize(name, limit), true; });
            }
            default: {
                const auto wanted = claim();
                return both.agree([&](rows::book& b) {
                    const auto got = b.acquire(wanted, fake::id(7));
                    return std::tuple{got.what, got.fences, got.contended, got.recheck};
                });
            }
        }
    }

private:
    std::mt19937 random_;
};

std::string text_of(rows::book& book) {
    std::string out;
    for (const auto& each : book.inspect({})) {
        out += each.name + "/" + std::to_string(each.fence) + "/" + std::to_string(each.position) + "/" +
               std::to_string(each.left.count()) + "/" + std::to_string(each.age.count()) + "/" +
               std::to_string(each.limit) + (each.upgrading ? "/upgrading" : "/") + each.id;
        for (const auto& hold : each.meanwhile) out += "/" + hold;
        out += " ";
    }
    return out;
}

TEST_F(sqlite_engine, stores_rows_as_the_plain_store_does) {
    for (unsigned seed = 1; seed <= 3; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        raw_database db{":memory:"};
        migrate(db.handle(), schema_version());
        pair_of_stores both{db.handle()};
        random_steps steps{seed};
        for (int i = 0; i < 1000; ++i) {
            ASSERT_TRUE(steps.one(both)) << "step " << i;
            ASSERT_TRUE(both.agree([](rows::book& b) { return text_of(b); })) << "step " << i;
        }
    }
}

}  // namespace
}  // namespace interlock::sqlite::test
