// SPDX-License-Identifier: Apache-2.0
// A resource that protects itself: a counter file that refuses writers with an outdated fence.
#pragma once

#include "posix/unique_fd.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace cli::demo {

/// Keeps a value and the highest fence seen. Each operation is one atomic step (a short file lock of the
/// store's own, as a database would use a transaction). Reading counts as being seen: otherwise a late
/// write could slip in between a successor's read and its write.
class guarded_store {
public:
    /// Opens the file, made if missing. Throws `std::system_error`.
    explicit guarded_store(const std::string& path);

    struct content {
        std::uint64_t value = 0;
        std::uint64_t fence = 0;
    };

    /// The value, or nothing if a newer fence has been seen.
    [[nodiscard]] std::optional<std::uint64_t> read(std::uint64_t fence);

    /// Stores `value`; false, and nothing is changed, if a newer fence has been seen.
    [[nodiscard]] bool write(std::uint64_t value, std::uint64_t fence);

    /// What the file holds, for onlookers.
    [[nodiscard]] content peek();

private:
    [[nodiscard]] content load() const;
    void save(const content& now) const;

    unique_fd file_;
};

}  // namespace cli::demo
