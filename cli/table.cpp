// SPDX-License-Identifier: Apache-2.0
// The contents of the command table.
#include "table.hpp"

#include "commands/commands.hpp"

#include <algorithm>

namespace cli {
namespace {
using namespace std::chrono_literals;
using enum value_kind;

constexpr auto day = std::chrono::milliseconds{24h};
constexpr auto year = 365 * day;

constexpr std::string_view on_lost_choices[] = {"terminate", "warn"};
constexpr std::string_view order_choices[] = {"fair", "barging"};
constexpr std::string_view shells[] = {"bash", "zsh", "fish"};

constexpr option_spec engine{.name = "engine",
                             .kind = text,
                             .value = "URL",
                             .help =
                                 "The engine that stores the locks, such as sqlite:/var/lib/app/locks.db. "
                                 "Default: $INTERLOCK_ENGINE, else a file in your state directory."};
constexpr option_spec quiet{.name = "quiet", .help = "Say nothing on standard error but errors."};
constexpr option_spec wait{
    .name = "wait",
    .kind = duration,
    .value = "D",
    .help = "Wait for the lock at most this long; 0 is one attempt. Default: for ever.",
    .most = year};
constexpr option_spec lease{.name = "lease",
                            .kind = duration,
                            .value = "D",
                            .help =
                                "How long the lock outlives a frozen or unreachable holder; renewed in the "
                                "background. At most 24h. Default: 30s.",
                            .most = day};
constexpr option_spec on_lost{.name = "on-lost",
                              .kind = choice,
                              .value = "ACTION",
                              .help =
                                  "If the lock is lost while the command runs: terminate (default) sends its "
                                  "process group TERM, then KILL, and exits 70; warn only says so and passes "
                                  "the command's exit code on.",
                              .choices = on_lost_choices};
constexpr option_spec grace{.name = "grace",
                            .kind = duration,
                            .value = "D",
                            .help = "Time between TERM and KILL after a loss. Default: 10s.",
                            .most = day};
constexpr option_spec label{.name = "label",
                            .kind = text,
                            .value = "TEXT",
                            .help = "A note shown by interlock status, at most 128 bytes."};
constexpr option_spec order{
    .name = "order",
    .kind = choice,
    .value = "ORDER",
    .help =
        "fair (default): first come, first served; barging: a newcomer may take a lock "
        "that happens to be free.",
    .choices = order_choices};
constexpr option_spec min_hold{.name = "min-hold",
                               .kind = duration,
                               .value = "D",
                               .help =
                                   "Keep the lock taken at least this long, even if the command ends sooner; "
                                   "not longer than the lease.",
                               .most = day};
constexpr option_spec max_hold{
    .name = "max-hold",
    .kind = duration,
    .value = "D",
    .help = "Give the lock up after this long; the command is treated as after a loss.",
    .most = year};
constexpr option_spec shared{
    .name = "shared",
    .help =
        "Hold the lock as one of any number of readers; who runs without --shared waits for all of them."};
constexpr option_spec permits_of{
    .name = "permits",
    .kind = permits,
    .value = "N/M",
    .help =
        "Hold N of the M permits that NAME has in all. The first use ever stores M, and another M is an "
        "error; N alone takes the stored one. With one NAME only."};
constexpr option_spec json{.name = "json",
                           .help = "Print a JSON array; times in milliseconds (age_ms, left_ms)."};
constexpr option_spec deadlocks{
    .name = "deadlocks",
    .help =
        "Show only cycles of threads that wait for each other's locks, and exit 1 if there is one. With "
        "--json: an array of cycles. With NAME: those that it is part of."};
constexpr option_spec watch{.name = "watch", .help = "Show it again every second until interrupted."};
constexpr option_spec plain{.name = "plain", .help = "Plain lines of text, also on a terminal."};

constexpr option_spec run_options[] = {wait,  lease, shared,   permits_of, on_lost, grace,
                                       label, order, min_hold, max_hold,   engine,  quiet};
constexpr option_spec try_options[] = {lease, shared,   permits_of, on_lost, grace, label,
                                       order, min_hold, max_hold,   engine,  quiet};
constexpr option_spec status_options[] = {json, deadlocks, watch, engine, quiet};
constexpr option_spec evict_options[] = {engine, quiet};
constexpr option_spec demo_options[] = {plain};
constexpr option_spec worker_options[] = {
    {.name = "engine", .kind = text, .value = "URL", .help = "Engine of the demonstration."},
    {.name = "store", .kind = text, .value = "FILE", .help = "File with the guarded counter."},
    {.name = "label", .kind = text, .value = "TEXT", .help = "The worker's name."},
    {.name = "index", .kind = text, .value = "N", .help = "The worker's number."}};

using presence = argument_spec::presence;
constexpr argument_spec lock_name[] = {
    {.name = "NAME", .help = "The lock's name: 1 to 512 bytes of UTF-8 without control characters."}};
constexpr argument_spec lock_names[] = {
    {.name = "NAME",
     .help = "The lock's name: 1 to 512 bytes of UTF-8 without control characters. Several names are taken "
             "together, all or nothing.",
     .how_many = argument_spec::count::several}};
constexpr argument_spec any_name[] = {
    {.name = "NAME", .help = "Only this lock. Default: all.", .needed = presence::optional}};
constexpr argument_spec shell_name[] = {{.name = "SHELL", .help = "bash, zsh or fish.", .choices = shells}};

constexpr command_spec commands[] = {
    {.name = "run",
     .summary = "Run a command while holding a lock",
     .description = "Waits for the lock NAME, runs the command after -- while holding it, releases it and "
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
     .action = run_command},
    {.name = "try",
     .summary = "Run a command if the lock is free at once",
     .description =
         "The same as interlock run --wait 0: if another holds the lock, exits 75 and runs nothing.",
     .arguments = lock_names,
     .options = try_options,
     .after = trailing::command,
     .action = try_command},
    {.name = "status",
     .summary = "Show who holds and who waits",
     .description =
         "Lists holders, then those in line: name, state, mode (permits as N/M), position in line, who "
         "(program[pid]@host and note), fence, how long already, and what is left of the lease.\n\n"
         "In a cycle of --deadlocks each claim waits for the next one, or is held by the thread that "
         "waits there; the last leads back to the first. Evict one of its locks to end it.",
     .arguments = any_name,
     .options = status_options,
     .action = status_command},
    {.name = "evict",
     .summary = "Take a lock away from its holder",
     .description =
         "For operators: the holder's hold is lost, its fence is outdated, and the next in line gets the "
         "lock. Exits 1 if nobody held it.",
     .arguments = lock_name,
     .options = evict_options,
     .action = evict_command},
    {.name = "demo",
     .summary = "Watch five processes share one counter, and survive a kill and a freeze",
     .description =
         "A live story of about 12 seconds on a temporary file: five processes contend for one lock; one "
         "holder is killed, another is frozen past its lease and thawed; its late write is refused by the "
         "fence. Exits 0 only if no update was lost.",
     .arguments = {},
     .options = demo_options,
     .action = demo_command},
    {.name = "demo-worker",
     .summary = "One process of the demonstration",
     .description = "Started by interlock demo.",
     .arguments = {},
     .options = worker_options,
     .action = demo_worker_command,
     .shown = visibility::hidden},
    {.name = "completion",
     .summary = "Print a completion script for a shell",
     .description = "For bash: source <(interlock completion bash)",
     .arguments = shell_name,
     .options = {},
     .action = completion_command},
    {.name = "man",
     .summary = "Print the manual page",
     .description = "In man's own format; read it with: interlock man | man -l -",
     .arguments = {},
     .options = {},
     .action = man_command},
    {.name = "version",
     .summary = "Print the version",
     .description = "The tool and the library have the same version.",
     .arguments = {},
     .options = {},
     .action = version_command}};

constexpr option_spec program_options[] = {{.name = "help", .help = "Show help; also after a command."},
                                           {.name = "version", .help = "Print the version."}};

constexpr term_spec exit_codes[] = {
    {"0", "Success; for run and try: the command's own exit code is passed through."},
    {"1", "evict: nobody held the lock. status --deadlocks: there is one. demo: the proof failed."},
    {"64", "Usage: an unknown option, a bad name, duration or URL."},
    {"69", "The engine is unavailable, or its data cannot be trusted."},
    {"70", "The lock was lost while the command ran."},
    {"71", "An internal error or one of the operating system."},
    {"75", "The lock was not acquired in time."},
    {"126", "The command cannot be executed."},
    {"127", "The command was not found."},
    {"128+N", "Signal N ended the command, or the wait for the lock."}};

constexpr term_spec environment[] = {
    {"INTERLOCK_ENGINE", "The engine's URL where --engine is not given."},
    {"INTERLOCK_NAME", "Set for the command: the lock's name; of several, the first."},
    {"INTERLOCK_FENCE", "Set for the command: the fencing token of this hold, for INTERLOCK_NAME."},
    {"INTERLOCK_FENCES",
     "Set for the command if there are several names: a line NAME=FENCE for each, in the order given. A "
     "name may have a = of its own: the fence stands behind the last one."},
    {"NO_COLOR", "If set and not empty: no colours and no redrawing."}};

constexpr term_spec examples[] = {
    {"interlock run nightly-backup -- ./backup.sh", "One backup at a time on this host; others wait."},
    {"interlock try report --min-hold 20s -- ./report",
     "At most one report every 20 seconds; the rest exit 75."},
    {"interlock run deploy --wait 2m --lease 10s -- ./deploy",
     "Wait two minutes at most; a frozen deploy is passed over after ten seconds."},
    {"interlock run downloads --permits 1/3 -- curl -O https://example.org/big",
     "At most three downloads at a time."},
    {"interlock run catalog --shared -- ./export", "Beside other readers, but never beside a writer."},
    {"interlock run account/1 account/2 -- ./transfer", "Both accounts at once, or wait for both."},
    {"interlock status --watch", "Look on."}};

constexpr program_spec the_program{.name = "interlock",
                                   .summary = "Locks across processes and machines",
                                   .description =
                                       "Runs commands under a named lock that all processes using the same "
                                       "engine respect. Locks are leases: a dead "
                                       "or frozen holder never blocks others for longer than its lease, and "
                                       "every hold carries a fencing token.\n\n"
                                       "Durations are written like 500ms, 2s, 1m30s or 1h.",
                                   .commands = commands,
                                   .options = program_options,
                                   .exit_codes = exit_codes,
                                   .environment = environment,
                                   .examples = examples};

}  // namespace

const program_spec& program() noexcept { return the_program; }

const command_spec* find_command(std::string_view name) noexcept {
    const auto found = std::ranges::find(commands, name, &command_spec::name);
    return found == std::end(commands) ? nullptr : found;
}

}  // namespace cli
