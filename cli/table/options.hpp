// SPDX-License-Identifier: Apache-2.0
// The options of the commands; those that several commands have stand here once.
#pragma once

#include "table.hpp"

namespace cli::table {
using namespace std::chrono_literals;
using enum value_kind;

inline constexpr auto day = std::chrono::milliseconds{24h};
inline constexpr auto year = 365 * day;

inline constexpr std::string_view on_lost_choices[] = {"terminate", "warn"};
inline constexpr std::string_view order_choices[] = {"fair", "barging"};

inline constexpr option_spec engine{
    .name = "engine",
    .kind = text,
    .value = "URL",
    .help =
        "The engine that stores the locks, such as sqlite:/var/lib/app/locks.db. "
        "Default: $INTERLOCK_ENGINE, else a file in your state directory."};
inline constexpr option_spec quiet{.name = "quiet", .help = "Say nothing on standard error but errors."};
inline constexpr option_spec wait{
    .name = "wait",
    .kind = duration,
    .value = "D",
    .help = "Wait for the lock at most this long; 0 is one attempt. Default: for ever.",
    .most = year};
inline constexpr option_spec lease{
    .name = "lease",
    .kind = duration,
    .value = "D",
    .help =
        "How long the lock outlives a frozen or unreachable holder; renewed in the "
        "background. At most 24h. Default: 30s.",
    .most = day};
inline constexpr option_spec on_lost{
    .name = "on-lost",
    .kind = choice,
    .value = "ACTION",
    .help =
        "If the lock is lost while the command runs: terminate (default) sends its "
        "process group TERM, then KILL, and exits 70; warn only says so and passes "
        "the command's exit code on.",
    .choices = on_lost_choices};
inline constexpr option_spec grace{.name = "grace",
                                   .kind = duration,
                                   .value = "D",
                                   .help = "Time between TERM and KILL after a loss. Default: 10s.",
                                   .most = day};
inline constexpr option_spec label{.name = "label",
                                   .kind = text,
                                   .value = "TEXT",
                                   .help = "A note shown by interlock status, at most 128 bytes."};
inline constexpr option_spec order{
    .name = "order",
    .kind = choice,
    .value = "ORDER",
    .help =
        "fair (default): first come, first served; barging: a newcomer may take a lock "
        "that happens to be free.",
    .choices = order_choices};
inline constexpr option_spec min_hold{
    .name = "min-hold",
    .kind = duration,
    .value = "D",
    .help =
        "Keep the lock taken at least this long, even if the command ends sooner; "
        "not longer than the lease.",
    .most = day};
inline constexpr option_spec max_hold{
    .name = "max-hold",
    .kind = duration,
    .value = "D",
    .help = "Give the lock up after this long; the command is treated as after a loss.",
    .most = year};
inline constexpr option_spec shared{
    .name = "shared",
    .help =
        "Hold the lock as one of any number of readers; who runs without --shared waits for all of them."};
inline constexpr option_spec permits_of{
    .name = "permits",
    .kind = permits,
    .value = "N/M",
    .help =
        "Hold N of the M permits that NAME has in all. The first use ever stores M, and another M is an "
        "error; N alone takes the stored one. With one NAME only."};
inline constexpr option_spec json{.name = "json",
                                  .help = "Print a JSON array; times in milliseconds (age_ms, left_ms)."};
inline constexpr option_spec deadlocks{
    .name = "deadlocks",
    .help =
        "Show only cycles of threads that wait for each other's locks, and exit 1 if there is one. With "
        "--json: an array of cycles. With NAME: those that it is part of."};
inline constexpr option_spec watch{.name = "watch", .help = "Show it again every second until interrupted."};

}  // namespace cli::table
