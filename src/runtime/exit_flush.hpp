// SPDX-License-Identifier: Apache-2.0
// Posted releases are flushed when the process exits normally, also for clients that are never destroyed.
#pragma once

namespace interlock::runtime {

/// Calls `flush(client)` when the process exits, unless taken back before.
void flush_at_exit(void* client, void (*flush)(void*));
void no_flush_at_exit(void* client) noexcept;

}  // namespace interlock::runtime
