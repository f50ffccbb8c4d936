// SPDX-License-Identifier: Apache-2.0
// One connection to the file: opening with all checks, short transactions, errors judged.
#pragma once

#include <interlock/engine/host.hpp>

#include <optional>

#include "engines/sqlite/host_facts.hpp"
#include "engines/sqlite/place.hpp"
#include "engines/sqlite/store.hpp"

namespace interlock::sqlite {

/// How a transaction ended: `done`, `error` (nothing happened) or `unknown`.
struct outcome {
    port::status what = port::status::done;
    failure why{};
    bool busy = false;  ///< Nothing happened because others kept the file locked: worth another try.

    explicit operator bool() const noexcept { return what == port::status::done; }
};

/// Not thread-safe: its engine guards it. Every step is bounded by the patience given.
class database {
public:
    using patience = boot_clock::duration;

    database(settings where, const host_facts& facts, port::time_source& time, port::entropy& chance)
        : where_{std::move(where)}, facts_{facts}, time_{time}, chance_{chance} {}
    database(const database&) = delete;
    database& operator=(const database&) = delete;
    ~database() { close(); }

    /// Opens and, where needed, creates, migrates and takes over from an earlier boot. A file made anew
    /// starts above every number seen in the one before. Tells why it cannot be used, if so.
    [[nodiscard]] failure open(patience bound);
    void close() noexcept;
    [[nodiscard]] bool is_open() const noexcept { return db_ != nullptr; }

    /// Whether the file was removed or replaced since it was opened.
    [[nodiscard]] bool moved() const noexcept;
    /// Tells the file from one made anew at the same path.
    [[nodiscard]] const port::owner_id& file_id() const noexcept { return file_id_; }
    [[nodiscard]] const std::string& path() const noexcept { return where_.path; }

    /// The host's boot time as rows keep it, and back on this process's boot clock.
    [[nodiscard]] rows::instant now() const noexcept;
    [[nodiscard]] boot_clock::time_point local(rows::instant when) const noexcept {
        return boot_clock::time_point{when + facts_.boot_offset};
    }

    /// Runs `work(store&)` in one write transaction.
    template <class Work>
    outcome write(patience bound, Work work) {
        return run(sql_->begin_write, bound, std::move(work));
    }
    /// The same, reading one consistent state without waiting for writers.
    template <class Work>
    outcome read(patience bound, Work work) {
        return run(sql_->begin_read, bound, std::move(work));
    }

private:
    template <class Work>
    outcome run(statement& begin, patience bound, Work work) {
        be_patient(bound);
        try {
            begin.on(db_).run();
            store rows{db_, *sql_, now(), last_number_};
            work(rows);
        } catch (const sqlite_error& failed) {
            roll_back();
            return judge(failed);
        } catch (...) {
            roll_back();
            throw;
        }
        return commit();
    }
    outcome commit() noexcept;
    void roll_back() noexcept;
    [[nodiscard]] outcome judge(const sqlite_error& failed) const;
    void be_patient(patience bound) noexcept;
    static int on_busy(void* self, int tries) noexcept;

    void open_handle();
    void enter_wal_mode();
    enum class boot { same, another };
    boot adopt();
    void take_over();

    settings where_;
    const host_facts& facts_;
    port::time_source& time_;
    port::entropy& chance_;
    sqlite3* db_ = nullptr;
    std::optional<statements> sql_;
    port::owner_id file_id_;
    std::uint64_t last_number_ = 0;  ///< That this connection or an earlier one saw.
    boot_clock::time_point patient_until_{};
    int most_tries_ = 0;
};

/// What an error of SQLite means to the caller.
[[nodiscard]] failure explain(const sqlite_error& failed, const std::string& path);

}  // namespace interlock::sqlite
