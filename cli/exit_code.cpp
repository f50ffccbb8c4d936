// SPDX-License-Identifier: Apache-2.0
// Maps the library's conditions to exit codes.
#include "exit_code.hpp"

#include <interlock/error.hpp>

namespace cli {

exit_code exit_code_of(const std::error_code& why) noexcept {
    using interlock::errc;
    if (why.category() != interlock::error_category()) return exit_internal;
    switch (static_cast<errc>(why.value())) {
        case errc::invalid_name:
        case errc::invalid_option:
        case errc::invalid_url:
        case errc::unsupported:
        case errc::limit_mismatch:
            return exit_usage;
        case errc::unavailable:
        case errc::refused:
        case errc::unknown_outcome:
        case errc::protocol:
            return exit_unavailable;
        case errc::timed_out:
        case errc::deadlock:
            return exit_not_acquired;
        case errc::lost:
            return exit_lost;
        case errc::stale:
            return exit_stale;
        case errc::canceled:
        case errc::conflict:
        case errc::forked:
        case errc::closed:
            return exit_internal;
    }
    return exit_internal;
}

}  // namespace cli
