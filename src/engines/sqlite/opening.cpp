// SPDX-License-Identifier: Apache-2.0
// Opening the file: checks, creation, migration, and taking over after a new start of the machine.
#include <sqlite3.h>

#include <algorithm>
#include <chrono>

#include "engines/sqlite/database.hpp"
#include "engines/sqlite/schema.hpp"
#include "engines/sqlite/wake_folder.hpp"

namespace interlock::sqlite {
namespace {

using namespace std::chrono_literals;

// More numbers than can be drawn between two synchronizations of the disk, and 2^23 for each second of
// the wall clock: a file that lost its end or was made anew starts above all that was drawn before.
constexpr std::uint64_t leap = std::uint64_t{1} << 23;
constexpr std::uint64_t highest_floor = std::uint64_t{UINT32_MAX} << 23U;  // Keeps numbers below 2^55.

struct meta_row {
    std::uint64_t number = 0;
    std::string boot;
    port::owner_id file;
};

meta_row read_meta(sqlite3* db) {
    statement question{"SELECT number, boot, file FROM meta WHERE id = 1"};
    auto found = question.on(db);
    if (!found.next()) throw sqlite_error{SQLITE_CORRUPT, "the row that counts fences is missing"};
    return {.number = found.count(0), .boot = found.text(1), .file = found.id(2)};
}

}  // namespace

failure database::open(patience bound) {
    close();
    be_patient(bound);
    try {
        check_place(where_.path);
        const opening_lock alone{where_.path, [&](int tries) { return on_busy(this, tries) != 0; }};
        alone.clear_remains();
        open_handle();
        const auto found = read_schema(db_);
        check_schema(found, where_.path);
        if (!found.has_tables) execute(db_, "PRAGMA page_size = 2048");  // Each step writes whole pages.
        enter_wal_mode();
        execute(db_, "PRAGMA synchronous = FULL");
        migrate(db_, schema_version());
        sql_.emplace();
        if (adopt() == boot::another) alone.clear_sockets();
        if (!where_.durable) execute(db_, "PRAGMA synchronous = NORMAL");
        return {};
    } catch (const sqlite_error& failed) {
        close();
        return explain(failed, where_.path);
    } catch (const refusal& refused) {
        close();
        return refused.why;
    }
}

void database::open_handle() {
    constexpr int how =
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    if (sqlite3_open_v2(where_.path.c_str(), &db_, how, nullptr) != SQLITE_OK) {
        if (db_ == nullptr) throw sqlite_error{SQLITE_NOMEM, "out of memory"};
        throw sqlite_error{db_};
    }
    sqlite3_busy_handler(db_, &database::on_busy, this);
    // At its end a connection must neither write the log back nor remove it: they may already belong to
    // another file at the same path. Whoever comes next reads the log.
    sqlite3_db_config(db_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    if (sqlite3_db_readonly(db_, "main") == 1) throw sqlite_error{SQLITE_READONLY, "opened read-only"};
    execute(db_, "PRAGMA trusted_schema = OFF; PRAGMA wal_autocheckpoint = 2000");
}

/// The switch asks for the whole file and is answered "busy" without a wait when two try at once.
void database::enter_wal_mode() {
    for (int tries = 0;; ++tries) {
        try {
            if (ask(db_, "PRAGMA journal_mode = WAL") == "wal") return;
            throw refusal{fail(errc::refused, "sqlite: " + where_.path +
                                                  ": this file system cannot share memory between processes "
                                                  "(WAL mode); give a path on a local disk")};
        } catch (const sqlite_error& failed) {
            if (failed.code() != SQLITE_BUSY || on_busy(this, tries) == 0) throw;
        }
    }
}

database::boot database::adopt() {
    auto meta = read_meta(db_);
    const auto claims_of = meta.boot == facts_.boot_id ? boot::same : boot::another;
    if (claims_of == boot::another || meta.number < last_number_) {
        take_over();
        meta = read_meta(db_);
    }
    file_id_ = meta.file;
    last_number_ = meta.number;
    return claims_of;
}

/// Runs with `synchronous = FULL`, so that the new floor survives a power cut.
void database::take_over() {
    sql_->begin_write.on(db_).run();
    try {
        auto meta = read_meta(db_);  // Again: another process may have been faster.
        const bool new_boot = meta.boot != facts_.boot_id;
        if (new_boot) {
            execute(db_, "DELETE FROM claim; DELETE FROM meanwhile; DELETE FROM session; DELETE FROM watch");
            const auto by_wall = std::min(time_.fence_floor(), highest_floor);
            meta.number = std::max(meta.number + leap, by_wall);
        }
        // Others may have drawn more than this process saw.
        if (last_number_ != 0) meta.number = std::max(meta.number, last_number_ + leap);
        if (meta.file == port::owner_id{}) meta.file = chance_.draw_id();
        statement update{"UPDATE meta SET number = ?, boot = ?, file = ? WHERE id = 1"};
        update.on(db_, meta.number, facts_.boot_id, meta.file).run();
    } catch (...) {
        roll_back();
        throw;
    }
    sql_->commit.on(db_).run();
}

}  // namespace interlock::sqlite
