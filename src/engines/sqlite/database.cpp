// SPDX-License-Identifier: Apache-2.0
// Short transactions on the file, and how their failures are judged.
#include "engines/sqlite/database.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <limits>

namespace interlock::sqlite {

using namespace std::chrono_literals;

failure explain(const sqlite_error& failed, const std::string& path) {
    const auto because = [&](errc code, const char* what) {
        return fail(code, "sqlite: " + path + ": " + what + " (" + failed.what() + ")");
    };
    switch (failed.code()) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return because(errc::unavailable, "busy: other processes kept it locked; try again");
        case SQLITE_FULL:
            return because(errc::unavailable, "disk full; make room");
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return because(errc::refused, "corrupt or not a database; move it away, a new one is made");
        case SQLITE_READONLY:
            return because(errc::refused, "read-only; make it writable or give another path");
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return because(errc::unavailable, "cannot be opened; check path and permissions");
        case SQLITE_IOERR:
            return because(errc::unavailable, "input/output error; check the disk");
        case SQLITE_ERROR:
            return because(errc::refused, "its tables are not as they should be; move it away");
        default:
            return because(errc::unavailable, "cannot be used");
    }
}

rows::instant database::now() const noexcept {
    return std::chrono::duration_cast<rows::instant>(time_.now().time_since_epoch() - facts_.boot_offset);
}

bool database::moved() const noexcept {
    int out = 0;
    sqlite3_file_control(db_, "main", SQLITE_FCNTL_HAS_MOVED, &out);
    return out != 0;
}

void database::close() noexcept {
    sql_.reset();
    sqlite3_close_v2(db_);
    db_ = nullptr;
}

void database::be_patient(patience bound) noexcept {
    patient_until_ = time_.now() + bound;
    // A clock that stands still, as in a test, must not make the wait endless.
    const auto tries = bound / 100us;
    most_tries_ = static_cast<int>(std::clamp<std::int64_t>(tries, 10, std::numeric_limits<int>::max() / 2));
}

/// Short pauses, growing from 20 µs to 1 ms, each between half and all of its length: transactions take
/// some 30 µs, and two waiting processes must not step on each other again and again.
int database::on_busy(void* self, int tries) noexcept {
    auto& db = *static_cast<database*>(self);
    if (tries >= db.most_tries_ || db.time_.now() >= db.patient_until_) return 0;
    const auto longest = std::min<boot_clock::duration>(20us * (1 << std::min(tries, 6)), 1ms);
    const auto share = 0.5 + 0.5 * db.chance_.fraction();
    db.time_.pause(std::chrono::duration_cast<boot_clock::duration>(longest * share));
    return 1;
}

void database::roll_back() noexcept {
    if (sqlite3_get_autocommit(db_) != 0) return;  // SQLite has rolled back by itself.
    try {
        sql_->rollback.on(db_).run();
    } catch (const sqlite_error&) {
        close();  // What is left of the transaction ends with the connection.
    }
}

outcome database::commit() noexcept {
    try {
        sql_->commit.on(db_).run();
        return {};
    } catch (const sqlite_error& failed) {
        auto out = judge(failed);
        // Full and busy are told before the commit mark is in the file. After any other failure the mark
        // may be there, and others may see it.
        if (failed.code() == SQLITE_IOERR) {
            out = {.what = port::status::unknown, .why = fail(errc::unknown_outcome, out.why.message)};
        }
        roll_back();
        return out;
    }
}

outcome database::judge(const sqlite_error& failed) const {
    const bool busy = failed.code() == SQLITE_BUSY || failed.code() == SQLITE_LOCKED;
    return {.what = port::status::error, .why = explain(failed, where_.path), .busy = busy};
}

}  // namespace interlock::sqlite
