// SPDX-License-Identifier: Apache-2.0
// Commands about values that all processes see, and about meeting each other.
#pragma once

#include "commands/commands.hpp"
#include "table/options.hpp"

namespace cli::table {

inline constexpr std::string_view cell_actions[] = {"get", "set", "cas", "watch", "delete"};

inline constexpr option_spec cell_options[] = {
    {.name = "fence",
     .kind = number,
     .value = "N",
     .help = "Of set, cas and delete: write only if the cell has seen no newer fence, else exit 73. In a "
             "command of interlock run: --fence $INTERLOCK_FENCE."},
    {.name = "after",
     .kind = number,
     .value = "VERSION",
     .help = "Of watch: only changes after this version. Default: 0, so that the present value comes first."},
    {.name = "count",
     .kind = number,
     .value = "N",
     .help = "Of watch: end after this many changes. Default: go on until interrupted.",
     .least = 1},
    {.name = "json", .help = "Print a JSON object for each line."},
    engine,
    quiet};

inline constexpr argument_spec cell_arguments[] = {
    {.name = "ACTION", .help = "get, set, cas, watch or delete.", .choices = cell_actions},
    {.name = "NAME", .help = "The cell's name: 1 to 510 bytes of UTF-8 without control characters."},
    {.name = "VALUE",
     .help = "Of set: the value. Of cas: the expected version, then the value. - is all of standard input, "
             "also for values that begin with a - and are no numbers.",
     .needed = presence::optional,
     .how_many = argument_spec::count::several}};

inline constexpr command_spec cell_spec{
    .name = "cell",
    .summary = "Read, write and watch a small value that all processes see",
    .description =
        "A cell holds a text of at most 64 KiB, and a version that grows by one with each write.\n\n"
        "get NAME prints the value; exits 1 if there is none. set NAME VALUE writes it. cas NAME VERSION "
        "VALUE writes it only if the cell is still at VERSION (0: never written); exits 1 if it is not, and "
        "says at which it is. delete NAME takes the value away. These three print the new version.\n\n"
        "watch NAME prints a line for each change, version and value, until interrupted; changes that "
        "follow each other quickly are seen as one.",
    .arguments = cell_arguments,
    .options = cell_options,
    .action = cell_command};

inline constexpr std::string_view latch_actions[] = {"arrive", "wait", "arrive-and-wait", "status", "reset"};

inline constexpr option_spec latch_options[] = {
    {.name = "count",
     .kind = number,
     .value = "N",
     .help = "How much has to be counted in all. The first use ever stores it, and another number is an "
             "error until a reset.",
     .least = 1,
     .greatest = 0xFFFF'FFFF,
     .needed = presence::required},
    {.name = "by",
     .kind = number,
     .value = "K",
     .help = "How much an arrival counts. Default: 1.",
     .least = 1,
     .greatest = 0xFFFF'FFFF},
    {.name = "wait",
     .kind = duration,
     .value = "D",
     .help = "Wait at most this long, else exit 75; what was counted stays counted. Default: for ever.",
     .most = year},
    {.name = "json", .help = "Of status: print a JSON object."},
    engine,
    quiet};

inline constexpr argument_spec latch_arguments[] = {
    {.name = "NAME", .help = "The latch's name: 1 to 510 bytes of UTF-8 without control characters."},
    {.name = "ACTION", .help = "arrive, wait, arrive-and-wait, status or reset.", .choices = latch_actions}};

inline constexpr command_spec latch_spec{
    .name = "latch",
    .summary = "Wait until something was counted down by others",
    .description =
        "arrive counts down and goes on. wait waits until all has been counted; arrive-and-wait does both. "
        "status tells how much is left, and exits 1 while there is any. reset closes the latch again with "
        "its full count.\n\n"
        "An open latch stays open, also for those who come later.",
    .arguments = latch_arguments,
    .options = latch_options,
    .action = latch_command};

inline constexpr option_spec barrier_options[] = {
    {.name = "parties",
     .kind = number,
     .value = "N",
     .help = "How many meet, 1 to 1000. The first arrival ever stores it, and another number is an error.",
     .least = 1,
     .greatest = 1000,
     .needed = presence::required},
    {.name = "wait",
     .kind = duration,
     .value = "D",
     .help = "Wait at most this long, else take the arrival back and exit 75. Default: for ever.",
     .most = year},
    lease,
    label,
    {.name = "json", .help = "Print a JSON object: generation, and whether this was the last to come."},
    engine,
    quiet};

inline constexpr argument_spec barrier_arguments[] = {
    {.name = "NAME", .help = "The barrier's name: 1 to 510 bytes of UTF-8 without control characters."}};

inline constexpr command_spec barrier_spec{
    .name = "barrier",
    .summary = "Meet a number of other processes",
    .description =
        "Arrives and waits until as many as --parties have arrived; then all of them go on, and the next "
        "generation can meet. Prints the generation, which counts from 0. One that is killed while it waits "
        "is not counted.",
    .arguments = barrier_arguments,
    .options = barrier_options,
    .action = barrier_command};

}  // namespace cli::table
