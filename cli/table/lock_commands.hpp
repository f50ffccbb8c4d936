// SPDX-License-Identifier: Apache-2.0
// Commands about locks: to run something under them, to look at them, to take them away.
#pragma once

#include "commands/commands.hpp"
#include "table/options.hpp"

namespace cli::table {

inline constexpr option_spec run_options[] = {wait,  lease, shared,   permits_of, on_lost, grace,
                                              label, order, min_hold, max_hold,   engine,  quiet};
inline constexpr option_spec try_options[] = {lease, shared,   permits_of, on_lost, grace, label,
                                              order, min_hold, max_hold,   engine,  quiet};
inline constexpr option_spec status_options[] = {json, deadlocks, watch, engine, quiet};
inline constexpr option_spec evict_options[] = {engine, quiet};
inline constexpr argument_spec lock_name[] = {
    {.name = "NAME", .help = "The lock's name: 1 to 512 bytes of UTF-8 without control characters."}};
inline constexpr argument_spec lock_names[] = {
    {.name = "NAME",
     .help = "The lock's name: 1 to 512 bytes of UTF-8 without control characters. Several names are taken "
             "together, all or nothing.",
     .how_many = argument_spec::count::several}};
inline constexpr argument_spec any_name[] = {
    {.name = "NAME", .help = "Only this lock. Default: all.", .needed = presence::optional}};

inline constexpr command_spec run_spec{
    .name = "run",
    .summary = "Run a command while holding a lock",
    .description =
        "Waits for the lock NAME, runs the command after -- while holding it, releases it and "
        "exits with the "
        "command's exit code (128+N if signal N ended it). The command finds the lock's name in "
        "INTERLOCK_NAME and "
        "its fencing token in INTERLOCK_FENCE: a number that grows with every holder, so that a "
        "resource can refuse "
        "a late writer.\n\n"
        "Several names are taken together, all or nothing, whatever their order: runs that name "
        "the same locks never block each other in a circle. "
        "INTERLOCK_NAME and INTERLOCK_FENCE are then those of the first name, and "
        "INTERLOCK_FENCES has them all.\n\n"
        "The command runs in its own process group and is given the terminal when it needs it. "
        "TERM, INT, HUP, QUIT, "
        "USR1 and USR2 are forwarded to that group; while still waiting they end the wait, and "
        "nothing is run. If "
        "interlock itself is killed, the command gets TERM.",
    .arguments = lock_names,
    .options = run_options,
    .after = trailing::command,
    .action = run_command};

inline constexpr command_spec try_spec{
    .name = "try",
    .summary = "Run a command if the lock is free at once",
    .description =
        "The same as interlock run --wait 0: if another holds the lock, exits 75 and runs nothing.",
    .arguments = lock_names,
    .options = try_options,
    .after = trailing::command,
    .action = try_command};

inline constexpr command_spec status_spec{
    .name = "status",
    .summary = "Show who holds and who waits",
    .description =
        "Lists holders, then those in line: name, state, mode (permits as N/M), position in line, who "
        "(program[pid]@host and note), fence, how long already, and what is left of the lease.\n\n"
        "In a cycle of --deadlocks each claim waits for the next one, or is held by the thread that "
        "waits there; the last leads back to the first. Evict one of its locks to end it.",
    .arguments = any_name,
    .options = status_options,
    .action = status_command};

inline constexpr command_spec evict_spec{
    .name = "evict",
    .summary = "Take a lock away from its holder",
    .description =
        "For operators: the holder's hold is lost, its fence is outdated, and the next in line gets the "
        "lock. Exits 1 if nobody held it.",
    .arguments = lock_name,
    .options = evict_options,
    .action = evict_command};

}  // namespace cli::table
