// SPDX-License-Identifier: Apache-2.0
// The tables, as a list of migrations; `PRAGMA user_version` tells how many have been applied.
#pragma once

#include <cstdint>
#include <string>

struct sqlite3;

namespace interlock::sqlite {

inline constexpr std::int64_t application_id = 0x496C636B;  ///< "Ilck": marks a SQLite file as ours.

/// How many migrations there are.
[[nodiscard]] std::int64_t schema_version() noexcept;

/// What the file says of itself.
struct schema_state {
    std::int64_t application = 0;
    std::int64_t version = 0;
    bool has_tables = false;
};
[[nodiscard]] schema_state read_schema(sqlite3* db);

/// Throws `refusal` if the file belongs to another program or a newer Interlock.
void check_schema(const schema_state& found, const std::string& path);

/// Applies migrations up to `until`, each in a transaction of its own, whoever else does the same now.
void migrate(sqlite3* db, std::int64_t until);

}  // namespace interlock::sqlite
