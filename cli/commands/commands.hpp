// SPDX-License-Identifier: Apache-2.0
// What each command does; the table refers to these. Each returns the exit code.
#pragma once

namespace cli {

class invocation;

int run_command(const invocation& call);
int try_command(const invocation& call);
int status_command(const invocation& call);
int evict_command(const invocation& call);
int elect_command(const invocation& call);
int leader_command(const invocation& call);
int once_command(const invocation& call);
int cell_command(const invocation& call);
int latch_command(const invocation& call);
int barrier_command(const invocation& call);
int demo_command(const invocation& call);
int demo_worker_command(const invocation& call);
int man_command(const invocation& call);
int completion_command(const invocation& call);
int version_command(const invocation& call);

}  // namespace cli
