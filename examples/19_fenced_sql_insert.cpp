// SPDX-License-Identifier: Apache-2.0
// A guarded INSERT: a new row has no fence to compare with, so a table of fences keeps it.
#include <interlock/interlock.hpp>

#include <sqlite3.h>
#include <cstdio>
#include <latch>

namespace {

bool run(sqlite3* bank, const char* sql) {
    return sqlite3_exec(bank, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
}

/// Whether this fence is the highest that account 7 has seen; nobody can raise it until the transaction ends.
bool still_ours(sqlite3* bank, std::uint64_t fence) {
    const auto raise = interlock::raise_fence();  // INSERT … ON CONFLICT … WHERE excluded.fence >= …
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(bank, raise.sql.c_str(), -1, &statement, nullptr);
    sqlite3_bind_text(statement, 1, "account/7", -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, static_cast<sqlite3_int64>(fence));
    const bool raised = sqlite3_step(statement) == SQLITE_DONE && sqlite3_changes(bank) == 1;
    sqlite3_finalize(statement);
    return raised;
}

// [snippet]
bool book(sqlite3* bank, const char* insert, std::uint64_t fence) {
    if (!run(bank, "BEGIN IMMEDIATE")) return false;
    if (still_ours(bank, fence) && run(bank, insert)) return run(bank, "COMMIT");
    run(bank, "ROLLBACK");
    return false;
}
// [/snippet]

}  // namespace

int main() {
    using namespace std::chrono_literals;
    sqlite3* bank = nullptr;
    sqlite3_open(":memory:", &bank);
    run(bank, "CREATE TABLE booking (account INTEGER, amount INTEGER)");
    run(bank, interlock::create_fence_table().c_str());  // fence(resource, fence)

    interlock::client here;
    interlock::client elsewhere;  // as in another process

    // A takes the lock and is frozen: nobody renews its lease, which runs out.
    auto a = here.mutex("account/7", {.lease = 200ms, .renew = interlock::renewal::never}).acquire();
    std::latch over{1};
    a.on_lost([&over] { over.count_down(); });
    over.wait();

    // B is next and books. Then A goes on where it was, and does not know.
    auto b = elsewhere.mutex("account/7").acquire();
    const bool b_wrote = book(bank, "INSERT INTO booking VALUES (7, -100)", b.fence());
    const bool a_wrote = book(bank, "INSERT INTO booking VALUES (7, -100)", a.fence());
    sqlite3_close(bank);

    std::printf("B booked: %s, A booked too late: %s\n", b_wrote ? "yes" : "no", a_wrote ? "yes" : "no");
    return b_wrote && !a_wrote ? 0 : 1;
}
