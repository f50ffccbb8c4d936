// SPDX-License-Identifier: Apache-2.0
/// @file
/// Fences in your own resource: SQL that refuses a late writer, and a file whose readers never see one.
///
/// A hold can be lost without its holder noticing in time: see `hold`. `hold::fence()` makes that harmless if
/// the resource compares it with every write. Nothing here talks to a lock or to a database: statements are
/// given as text for whatever library you use.
///
/// A resource refuses a late writer from the moment on at which it has seen the newer fence. If what you
/// write depends on what you read, let it see your fence first, then read.
#pragma once

#include <interlock/config.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace interlock {
inline namespace v0 {

/// How a statement leaves its values open.
enum class placeholders : std::uint8_t {
    question,  ///< `?`, bound in order: SQLite, MySQL, ODBC. A value that is used twice is bound twice.
    named,     ///< `:name`: SQLite, Oracle, many wrappers.
    numbered,  ///< `$1`: PostgreSQL.
};

/// Whose SQL it has to be. Only upserts and key types differ.
enum class sql_dialect : std::uint8_t { sqlite, postgresql, mysql };

/// A statement with open values.
struct sql_statement {
    std::string sql{};
    /// Which value goes to the first placeholder, to the second, and so on: column names. With
    /// `placeholders::named` also their names.
    std::vector<std::string> values{};
};

/// A table of yours whose rows are protected, each with the highest fence that wrote it in a column of its
/// own: 64 bits, not null, 0 for a row that was never written under a lock.
///
/// *Identifiers* are letters, digits and underscores, beginning with no digit, at most 63; the table may have
/// a schema and a dot before it. They are put into the statement as they are, so choose none that SQL
/// reserves. Anything else is refused (`errc::invalid_option`), so that nothing can be injected by them.
struct fenced_table {
    std::string table{};
    std::string key = "id";
    std::string fence = "fence";
};

/// `ALTER TABLE … ADD COLUMN` for the fence, to be run once. The same in all dialects. Throws `error`:
/// `errc::invalid_option`.
[[nodiscard]] INTERLOCK_API std::string add_fence_column(const fenced_table& of);

/// Sets `columns` of one row unless a higher fence has written it:
/// `UPDATE orders SET state = :state, fence = :fence WHERE id = :id AND fence <= :fence`. Without columns it
/// only shows the row the fence: to be done before a read that the write will depend on.
///
/// One row changed: written. None: a newer holder has written it, and the caller has lost its lock; or there
/// is no such row. (MySQL counts a row as changed only if it is different now; connect with
/// `CLIENT_FOUND_ROWS` to count it as found.)
///
/// Throws `error`: `errc::invalid_option` for a bad identifier, or a column that comes twice.
///
/// @code
/// const auto write = interlock::guarded_update({.table = "orders"}, {"state"});
/// // prepare write.sql, bind state, hold.fence(), id, hold.fence(), and look at the number of rows
/// @endcode
[[nodiscard]] INTERLOCK_API sql_statement guarded_update(const fenced_table& of,
                                                         const std::vector<std::string>& columns,
                                                         placeholders style = placeholders::question);

/// Deletes one row unless a higher fence has written it; rows are counted as by `guarded_update`. The fence
/// goes with the row: where a late writer could insert it again, raise a fence in a table of fences as well.
[[nodiscard]] INTERLOCK_API sql_statement guarded_delete(const fenced_table& of,
                                                         placeholders style = placeholders::question);

/// `CREATE TABLE IF NOT EXISTS` for a table of fences: the highest fence of each resource, for what has no
/// row of its own to keep it in: inserts, several tables, things outside of the database. Throws `error`:
/// `errc::invalid_option`.
[[nodiscard]] INTERLOCK_API std::string create_fence_table(const std::string& table = "fence",
                                                           sql_dialect dialect = sql_dialect::sqlite);

/// Raises the fence of a resource, or fails if it is higher already. The first statement of the transaction
/// that does the writing: until that ends, nobody else can raise it.
///
/// SQLite and PostgreSQL: one row changed means go on, none means that a newer holder was there: roll back.
/// MySQL: the statement succeeds, or fails with error 1242 (subquery returns more than 1 row); the number of
/// rows says nothing there. (PostgreSQL at isolation levels above READ COMMITTED may instead fail with 40001
/// if two raise it at the same time: repeat the transaction.)
///
/// Throws `error`: `errc::invalid_option`.
[[nodiscard]] INTERLOCK_API sql_statement raise_fence(const std::string& table = "fence",
                                                      sql_dialect dialect = sql_dialect::sqlite,
                                                      placeholders style = placeholders::question);

/// Where readers find out which version is the current one.
struct version_pointer {
    /// Points to `name`, unless it was set with a higher fence before: then throws `error` `errc::stale`.
    /// One atomic step. Any other failure leaves open whether it was done.
    std::function<void(const std::string& name, std::uint64_t fence)> publish{};
    /// The name it points to; `nullopt` if never set.
    std::function<std::optional<std::string>()> read{};
};

/// A pointer in a cell of an engine (`client::cell<std::string>`): for files that several hosts share. Keeps
/// a copy of the handle.
template <class Cell>
[[nodiscard]] version_pointer point_by_cell(Cell cell) {
    return {[cell](const std::string& name, std::uint64_t fence) { cell.store(name, fence); },
            [cell] { return cell.load().value; }};
}

/// A pointer in a small file of this host: `fence name`, replaced by renaming, under a lock on `path`.lock.
/// A process that is frozen in these few microseconds holds up other writers, never readers. Not for network
/// file systems. Throws `error` from its functions: `errc::stale`, `errc::unavailable`, `errc::refused` if
/// the file is something else.
[[nodiscard]] INTERLOCK_API version_pointer point_by_file(std::string path);

/// A file that is replaced as a whole, by whoever holds the lock for it, and never by one who held it.
///
/// Each write makes a new file beside `path`, stamped with the fence (`report.csv.00000000000000001280.…`),
/// brings it safely to disk, and then points to it, which fails if a newer holder has written. Nothing is
/// ever overwritten, so a reader sees one version whole, old or new. Versions that are no longer needed are
/// removed by the next write: those with a lower fence, and the one that was replaced.
///
/// It suits content that does not depend on the old one: a late writer that comes before the first write of
/// the newer holder is still let through, and then replaced.
///
/// *Errors:* `error` with `errc::invalid_option` (path, fence 0), `errc::stale`, `errc::unavailable` (the
/// disk, or the engine behind the pointer), `errc::refused` (the pointer names something else, or a file that
/// is missing). After a failure other than stale the new version may be the current one all the same.
/// *Threads:* reads from any thread or process at any time; writes under one hold one after the other.
///
/// @code
/// interlock::fenced_file report{"/srv/report.csv"};
/// auto hold = locks.mutex("report").acquire();
/// report.write(text, hold.fence());
/// @endcode
class INTERLOCK_API fenced_file {
public:
    /// With a pointer in the file `path`.current. No file is touched yet. Throws `errc::invalid_option`.
    explicit fenced_file(std::string path);
    /// With a pointer of your choice, such as `point_by_cell(locks.cell<std::string>("report"))`.
    fenced_file(std::string path, version_pointer current);

    /// Makes `content` the current version.
    void write(std::string_view content, std::uint64_t fence);
    void write(std::string_view content, std::uint64_t fence, std::error_code& ec) noexcept;

    /// The content of the current version; `nullopt` if nothing was written yet.
    [[nodiscard]] std::optional<std::string> read() const;

    /// Where the current version is, for programs that open it themselves. It may be gone a moment later: ask
    /// again then.
    [[nodiscard]] std::optional<std::string> current_path() const;

private:
    [[nodiscard]] std::string beside(const std::string& name) const;
    void publish(const std::string& name, std::uint64_t fence);
    void remove_older(const std::optional<std::string>& replaced, std::uint64_t fence) const;

    std::string folder_;  // With a slash at its end, or empty.
    std::string base_;
    version_pointer current_;
};

}  // namespace v0
}  // namespace interlock
