// SPDX-License-Identifier: Apache-2.0
// Cells in rows: a deleted cell keeps its row, so that version and fence never go back.
#include <algorithm>

#include "engines/rows/book.hpp"

namespace interlock::rows {
namespace {

constexpr std::size_t most_watchers = 4096;

port::cell_answer refusal(const port::cell& now, errc code, std::string message) {
    return {.what = port::status::error, .now = now, .why = fail(code, std::move(message))};
}

}  // namespace

port::cell book::read(const std::string& name) {
    const auto row = rows_.find_cell(name);
    return row ? row->now : port::cell{};
}

port::cell_answer book::write(const port::cell_write& what) {
    const auto found = rows_.find_cell(what.name);
    const auto old = found ? found->now : port::cell{};
    if (found && found->writer == what.request) return {.what = port::status::done, .now = old};
    if (what.fence != 0 && what.fence < old.fence) {
        return refusal(old, errc::stale,
                       "cell '" + what.name + "' has seen fence " + std::to_string(old.fence) +
                           "; this write carries the older " + std::to_string(what.fence));
    }
    if (what.expected && *what.expected != old.version) {
        return refusal(old, errc::conflict,
                       "cell '" + what.name + "' has version " + std::to_string(old.version) +
                           "; this write expects " + std::to_string(*what.expected));
    }
    const cell_row row{
        .name = what.name,
        .now = {.value = what.value, .version = old.version + 1, .fence = std::max(old.fence, what.fence)},
        .writer = what.request};
    rows_.put_cell(row);
    for (const auto& session : rows_.watchers_of(what.name, most_watchers)) {
        out_.pushes.push_back({push::kind::cell, session, {}, what.name});
    }
    return {.what = port::status::done, .now = row.now};
}

port::cell book::watch(const std::string& name, const owner_id& session) {
    rows_.add_watch(name, session);
    return read(name);
}

}  // namespace interlock::rows
