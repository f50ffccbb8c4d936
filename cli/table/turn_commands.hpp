// SPDX-License-Identifier: Apache-2.0
// Commands about who of a fleet does something: the leader, or one for all.
#pragma once

#include "commands/commands.hpp"
#include "table/options.hpp"

namespace cli::table {

inline constexpr option_spec elect_options[] = {
    {.name = "value",
     .kind = text,
     .value = "TEXT",
     .help = "What the leader tells everyone, such as the address to reach it at. At most 60 KiB."},
    lease,
    label,
    grace,
    {.name = "once", .help = "Do not campaign again after a loss, but exit 70."},
    engine,
    quiet};
inline constexpr option_spec leader_options[] = {
    {.name = "json", .help = "Print a JSON object; null if nobody leads."},
    {.name = "watch", .help = "Print a line for each new leader or value until interrupted."},
    engine,
    quiet};

inline constexpr argument_spec election_name[] = {
    {.name = "NAME", .help = "The election's name: 1 to 510 bytes of UTF-8 without control characters."}};

inline constexpr command_spec elect_spec{
    .name = "elect",
    .summary = "Run a command while being the leader",
    .description =
        "Campaigns in the election NAME and runs the command after -- while leading. If leadership is lost, "
        "the command's process group gets TERM, after the grace period KILL, and when all of it has ended "
        "the campaign begins again. Ends with the command's exit code when the command ends by itself, and "
        "resigns; signals are forwarded as by interlock run.\n\n"
        "The command finds the term in INTERLOCK_TERM and INTERLOCK_FENCE: a number that grows with every "
        "leader. A leader that was evicted may still be ending its command when the next one starts its "
        "own: let the resource refuse the older term.\n\n"
        "The leader holds the lock NAME: interlock status shows it, interlock evict deposes it.",
    .arguments = election_name,
    .options = elect_options,
    .after = trailing::command,
    .action = elect_command};

inline constexpr command_spec leader_spec{
    .name = "leader",
    .summary = "Show who leads",
    .description =
        "Prints the leader of the election NAME (program[pid]@host and note), its term and what it "
        "told everyone. Exits 1 if nobody leads.",
    .arguments = election_name,
    .options = leader_options,
    .action = leader_command};

inline constexpr option_spec once_options[] = {
    {.name = "wait",
     .kind = duration,
     .value = "D",
     .help = "Wait for another one that runs it at most this long, else exit 75. Default: for ever.",
     .most = year},
    lease,
    grace,
    label,
    {.name = "reset", .help = "Forget the result, so that the next one runs a command again."},
    {.name = "status",
     .help = "Tell how far it is (idle, running, done, failed); exits 1 if it is not done."},
    {.name = "json", .help = "Of --status: print a JSON object."},
    engine,
    quiet};

inline constexpr argument_spec once_name[] = {
    {.name = "NAME", .help = "The work's name: 1 to 510 bytes of UTF-8 without control characters."}};

inline constexpr command_spec once_spec{
    .name = "once",
    .summary = "Run a command once for the whole fleet",
    .description =
        "The first to come runs the command after --; its standard output, at most 65535 bytes, is kept as "
        "the result. Everyone else waits for it, prints the same result, exits 0 and runs nothing; so does "
        "everyone who comes later, until a --reset.\n\n"
        "If the command fails, its exit code is that of this call, and the next one runs its command. The "
        "same if the one who runs it is killed. If the turn is lost while the command runs, it is stopped "
        "as by interlock run, and the exit code is 70.",
    .arguments = once_name,
    .options = once_options,
    .after = trailing::optional_command,
    .action = once_command};

}  // namespace cli::table
