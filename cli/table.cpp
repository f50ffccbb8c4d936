// SPDX-License-Identifier: Apache-2.0
// The contents of the command table.
#include "table.hpp"

#include "table/lock_commands.hpp"
#include "table/turn_commands.hpp"
#include "table/value_commands.hpp"

#include <algorithm>

namespace cli {
namespace {
using namespace std::chrono_literals;
using enum value_kind;

constexpr std::string_view shells[] = {"bash", "zsh", "fish"};

constexpr option_spec plain{.name = "plain", .help = "Plain lines of text, also on a terminal."};

constexpr option_spec demo_options[] = {plain};
constexpr option_spec worker_options[] = {
    {.name = "engine", .kind = text, .value = "URL", .help = "Engine of the demonstration."},
    {.name = "store", .kind = text, .value = "FILE", .help = "File with the guarded counter."},
    {.name = "label", .kind = text, .value = "TEXT", .help = "The worker's name."},
    {.name = "index", .kind = text, .value = "N", .help = "The worker's number."}};

constexpr argument_spec shell_name[] = {{.name = "SHELL", .help = "bash, zsh or fish.", .choices = shells}};

constexpr command_spec commands[] = {
    table::run_spec,
    table::try_spec,
    table::status_spec,
    table::evict_spec,
    table::elect_spec,
    table::leader_spec,
    table::once_spec,
    table::cell_spec,
    table::latch_spec,
    table::barrier_spec,
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
    {"0", "Success; for run, try, elect and once: the command's own exit code is passed through."},
    {"1",
     "evict: nobody held the lock. status --deadlocks: there is one. leader: nobody leads. cell get: there "
     "is no value. cell cas: another version. latch status: it is closed. once --status: it is not done. "
     "demo: the proof failed."},
    {"64", "Usage: an unknown option, a bad name, duration, number or URL, a value that is too large."},
    {"69", "The engine is unavailable, or its data cannot be trusted."},
    {"70", "The lock or the leadership was lost while the command ran."},
    {"71", "An internal error or one of the operating system."},
    {"73", "cell --fence: the cell has seen a newer fence; nothing was written."},
    {"75", "The lock was not acquired in time, the latch not opened, the barrier not complete."},
    {"126", "The command cannot be executed."},
    {"127", "The command was not found."},
    {"128+N", "Signal N ended the command, or the wait."}};

constexpr term_spec environment[] = {
    {"INTERLOCK_ENGINE", "The engine's URL where --engine is not given."},
    {"INTERLOCK_NAME", "Set for the command: the lock's name; of several, the first."},
    {"INTERLOCK_FENCE", "Set for the command: the fencing token of this hold, for INTERLOCK_NAME."},
    {"INTERLOCK_TERM", "Set for the command of elect: the leader's term, which is the fence as well."},
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
    {"interlock elect scheduler --value $HOSTNAME:8080 -- ./scheduler",
     "One scheduler in the fleet; another takes over when it is gone."},
    {"interlock leader scheduler --watch", "Who schedules, and where to reach it."},
    {"interlock cell set flags/new-menu on", "For all to see: interlock cell get flags/new-menu."},
    {"interlock latch deploy/42 arrive-and-wait --count 3 --wait 5m",
     "On each of three hosts: go on when all three are ready."},
    {"interlock once migrate/42 -- ./migrate.sh", "On every host at start; one does it, all wait for it."},
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
