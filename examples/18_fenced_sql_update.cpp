// SPDX-License-Identifier: Apache-2.0
// A guarded UPDATE: your database refuses a holder that was frozen and comes back too late.
#include <interlock/interlock.hpp>

#include <sqlite3.h>
#include <cstdio>
#include <latch>

namespace {

/// Sets the state of order 1; false if a newer holder has written it.
bool set_state(sqlite3* shop, const char* state, std::uint64_t fence) {
    // [snippet]
    // UPDATE orders SET state = :state, fence = :fence WHERE id = :id AND fence <= :fence
    const auto guarded =
        interlock::guarded_update({.table = "orders"}, {"state"}, interlock::placeholders::named);

    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(shop, guarded.sql.c_str(), -1, &statement, nullptr);
    sqlite3_bind_text(statement, 1, state, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, static_cast<sqlite3_int64>(fence));  // of the hold that writes
    sqlite3_bind_int64(statement, 3, 1);
    const bool written = sqlite3_step(statement) == SQLITE_DONE && sqlite3_changes(shop) == 1;
    // [/snippet]
    sqlite3_finalize(statement);
    return written;
}

void run(sqlite3* shop, const std::string& sql) {
    sqlite3_exec(shop, sql.c_str(), nullptr, nullptr, nullptr);
}

}  // namespace

int main() {
    using namespace std::chrono_literals;
    sqlite3* shop = nullptr;
    sqlite3_open(":memory:", &shop);
    run(shop, "CREATE TABLE orders (id INTEGER PRIMARY KEY, state TEXT)");
    run(shop, "INSERT INTO orders VALUES (1, 'new')");
    run(shop, interlock::add_fence_column({.table = "orders"}));  // once, when you begin to use fences

    interlock::client here;
    interlock::client elsewhere;  // as in another process

    // A takes the lock and is frozen: nobody renews its lease, which runs out.
    auto a = here.mutex("order/1", {.lease = 200ms, .renew = interlock::renewal::never}).acquire();
    std::latch over{1};
    a.on_lost([&over] { over.count_down(); });
    over.wait();

    // B is next and writes. Then A goes on where it was, and does not know.
    auto b = elsewhere.mutex("order/1").acquire();
    const bool b_wrote = set_state(shop, "paid", b.fence());
    const bool a_wrote = set_state(shop, "canceled", a.fence());
    sqlite3_close(shop);

    std::printf("B wrote: %s, A wrote too late: %s\n", b_wrote ? "yes" : "no", a_wrote ? "yes" : "no");
    return b_wrote && !a_wrote ? 0 : 1;
}
