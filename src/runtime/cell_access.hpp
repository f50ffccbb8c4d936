// SPDX-License-Identifier: Apache-2.0
// The steps that everything built on cells is made of: read, write, change.
#pragma once

#include <interlock/detail/cell_handle.hpp>

#include <string>

#include "runtime/errand.hpp"

namespace interlock {
inline namespace v0 {
namespace detail {

/// The engine's key of a cell: the kind of object, then its name, so that kinds never meet. Throws `error`:
/// `errc::invalid_name`, `errc::unsupported` if the engine has no cells.
[[nodiscard]] std::string cell_key(session& in, char kind, const std::string& name);

/// The name that the user gave.
[[nodiscard]] std::string shown_name(const std::string& key);

/// Reads a cell. Throws `error`.
[[nodiscard]] runtime::task<cell_text> read_cell(errand& by, std::string key);

/// Writes a cell if the conditions of `change` hold. A conflict is a value; anything else that kept it from
/// being written is thrown: `errc::stale`, or `errc::unknown_outcome` when the engine did not answer and
/// repeating the same request did not clear it up.
[[nodiscard]] runtime::task<cell_outcome> write_cell(errand& by, std::string key, cell_change change);

/// Reads, asks `next` for the new value (`nullopt`: leave it) and writes it, again after each conflict, at
/// most `tries` times; then throws `errc::conflict`. Returns the cell as it is afterwards.
[[nodiscard]] runtime::task<cell_outcome> update_cell(errand& by, std::string key, cell_update how);

}  // namespace detail
}  // namespace v0
}  // namespace interlock
