// SPDX-License-Identifier: Apache-2.0
// SQL statements that compare fences.
#include <interlock/error.hpp>
#include <interlock/fencing.hpp>

#include <algorithm>

namespace interlock {
inline namespace v0 {
namespace {

constexpr std::size_t longest_identifier = 63;  // PostgreSQL's limit; MySQL's is one more.

bool is_identifier(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    return !text.empty() && text.size() <= longest_identifier && letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return letter(c) || digit(c); });
}

[[noreturn]] void refuse(std::string_view field, std::string_view given, std::string_view remedy) {
    throw error{fail(errc::invalid_option,
                     std::string{field} + ": '" + std::string{given} + "' " + std::string{remedy})};
}

constexpr std::string_view identifier_remedy =
    "is no SQL identifier; use 1 to 63 letters, digits and underscores, beginning with no digit";

void check_column(std::string_view field, const std::string& name) {
    if (!is_identifier(name)) refuse(field, name, identifier_remedy);
}

void check_table(const std::string& name) {
    const auto dot = name.find('.');
    const bool good = dot == std::string::npos ? is_identifier(name)
                                               : is_identifier(std::string_view{name}.substr(0, dot)) &&
                                                     is_identifier(std::string_view{name}.substr(dot + 1));
    if (!good)
        refuse("table", name,
               "is no name of a table; use letters, digits and underscores, and one dot behind a schema");
}

void check(const fenced_table& of) {
    check_table(of.table);
    check_column("key", of.key);
    check_column("fence", of.fence);
    if (of.key == of.fence) refuse("fence", of.fence, "is the key as well; give the fence its own column");
}

void check_columns(const fenced_table& of, const std::vector<std::string>& columns) {
    std::vector<std::string_view> seen{of.key, of.fence};
    for (const auto& name : columns) {
        check_column("columns", name);
        if (std::find(seen.begin(), seen.end(), name) != seen.end())
            refuse("columns", name, "comes twice, or is the key or the fence; name each column once");
        seen.push_back(name);
    }
}

/// Text with placeholders, which are noted in the order in which they have to be bound.
class statement_text {
public:
    explicit statement_text(placeholders style) : style_{style} {}

    statement_text& text(std::string_view more) {
        out_.sql += more;
        return *this;
    }
    statement_text& value(const std::string& name) {
        if (style_ == placeholders::question) {
            out_.values.push_back(name);
            return text("?");
        }
        auto known = std::find(out_.values.begin(), out_.values.end(), name);
        if (known == out_.values.end()) known = out_.values.insert(known, name);
        if (style_ == placeholders::named) return text(":").text(name);
        return text("$").text(std::to_string(known - out_.values.begin() + 1));
    }
    [[nodiscard]] sql_statement take() { return std::move(out_); }

private:
    placeholders style_;
    sql_statement out_;
};

void add_condition(statement_text& to, const fenced_table& of) {
    to.text(" WHERE ").text(of.key).text(" = ").value(of.key);
    to.text(" AND ").text(of.fence).text(" <= ").value(of.fence);
}

}  // namespace

std::string add_fence_column(const fenced_table& of) {
    check(of);
    return "ALTER TABLE " + of.table + " ADD COLUMN " + of.fence + " BIGINT NOT NULL DEFAULT 0";
}

sql_statement guarded_update(const fenced_table& of, const std::vector<std::string>& columns,
                             placeholders style) {
    check(of);
    check_columns(of, columns);
    statement_text out{style};
    out.text("UPDATE ").text(of.table).text(" SET ");
    for (const auto& name : columns) out.text(name).text(" = ").value(name).text(", ");
    out.text(of.fence).text(" = ").value(of.fence);
    add_condition(out, of);
    return out.take();
}

sql_statement guarded_delete(const fenced_table& of, placeholders style) {
    check(of);
    statement_text out{style};
    out.text("DELETE FROM ").text(of.table);
    add_condition(out, of);
    return out.take();
}

std::string create_fence_table(const std::string& table, sql_dialect dialect) {
    check_table(table);
    // MySQL compares characters without regard to case; bytes are what they are.
    const std::string key = dialect == sql_dialect::mysql ? "VARBINARY(512)" : "VARCHAR(512)";
    return "CREATE TABLE IF NOT EXISTS " + table + " (resource " + key +
           " NOT NULL PRIMARY KEY, fence BIGINT NOT NULL)";
}

sql_statement raise_fence(const std::string& table, sql_dialect dialect, placeholders style) {
    check_table(table);
    const bool mysql = dialect == sql_dialect::mysql;
    statement_text out{style};
    out.text("INSERT INTO ").text(table).text(mysql ? "" : " AS stored").text(" (resource, fence) VALUES (");
    out.value("resource").text(", ").value("fence").text(")");
    // MySQL has no condition on an upsert, and counts no row both for "lower" and for "the same again". The
    // subquery of two rows is an error, in every mode of that server, and is looked at only if it is needed.
    out.text(mysql ? " ON DUPLICATE KEY UPDATE fence = IF(VALUES(fence) >= fence, VALUES(fence), "
                     "(SELECT 1 UNION ALL SELECT 2))"
                   : " ON CONFLICT (resource) DO UPDATE SET fence = excluded.fence "
                     "WHERE excluded.fence >= stored.fence");
    return out.take();
}

}  // namespace v0
}  // namespace interlock
