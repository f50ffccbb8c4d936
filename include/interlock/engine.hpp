// SPDX-License-Identifier: Apache-2.0
/// @file
/// The engine port: what an author implements so that every synchronizer works on one more store.
///
/// An engine keeps *claims* (who holds and who waits for which name) and *cells* (small versioned
/// values). Everything else, such as renewal, local queues, recursion, loss signals and the blocking
/// face, stands above it and is the same for all. `tests/conformance` proves an engine; a new one needs
/// about 25 lines there. The steps to add an engine are in ARCHITECTURE.md.
///
/// ## Rules that every engine keeps
///
/// 1. **Exclusive.** A claim is granted only if no *earlier* live claim conflicts with it on any of its
///    names; holders count as earlier, and with `order::barging` waiting claims do not count. All names
///    of a claim are granted in one step or none is.
/// 2. **Owner compared.** `release`, `withdraw` and `renew` act only on rows of that owner, in the same
///    atomic step. They never touch a successor.
/// 3. **Fence in the granting step.** Strictly increasing per name, over release, expiry, eviction,
///    restart and loss of data where the store allows it.
/// 4. **Idempotent.** Any operation may be repeated with the same id and answers as the first did:
///    `acquire` finds its own hold (same fences) or its place in line, `release` of what is gone does
///    nothing.
/// 5. **Server's clock.** Expiry is judged by the store's clock. `grant::until` is told on the client's
///    boot clock, counted from before the request was sent, or converted so that it errs early.
/// 6. **Hand-over in the releasing step.** `release`, `withdraw`, `evict` and the notice of an expiry
///    give the name to the next claims in line at once and tell just those clients. A pushed grant may
///    first carry a short lease; the first renewal extends it.
/// 7. **The dead are passed over** within the lease at most, at once where the store can tell.
/// 8. **Unknown is told.** No answer within the bound: `status::unknown`, never a guess.
/// 9. **Bounded**: loops, batches, buffers, names in a claim.
/// 10. **No cycle.** A claim that has to wait tells what its thread holds (`claim::holding`). A waiting claim
///    waits for every earlier conflicting claim on its names; a hold waits for whatever the claim waits for
///    that lists it. If that leads back to the newcomer it is refused with `errc::deadlock`, naming the names
///    of the cycle. This costs nothing while nobody waits.
///
/// ## Threads and handlers
///
/// Every function may be called from any thread and at the same time. Each handler is called exactly
/// once, either inside a call of this client's, on the thread that makes it (often the very call that it was
/// given to), or on the loop's thread, and never while the engine holds a lock of its own. A handler may call
/// the engine again. A function should do its work on the calling thread when it can without waiting for
/// others: that thread is a blocked caller and has nothing better to do. Work for asynchronous callers
/// arrives on the loop's thread.
#pragma once

#include <interlock/engine/host.hpp>
#include <interlock/engine/registry.hpp>
#include <interlock/engine/types.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace interlock {
inline namespace v0 {
namespace port {

class INTERLOCK_API engine {
public:
    engine() = default;
    engine(const engine&) = delete;
    engine& operator=(const engine&) = delete;
    virtual ~engine() = default;

    /// Constant over the engine's life.
    [[nodiscard]] virtual const capabilities& can() const noexcept = 0;

    /// The redacted URL, for messages.
    [[nodiscard]] virtual std::string where() const = 0;

    /// Asks for all names of `wanted`. Completes when granted; with `busy` if it may not wait; after
    /// `withdraw` with `errc::canceled`. There is no deadline here: the core withdraws.
    virtual void acquire(claim wanted, handler<acquire_answer> done) = 0;

    /// Gives up a claim in any state: in line, granted but not yet told, or held. A pending `acquire`
    /// handler is completed with `errc::canceled` first. `done` also if there was nothing.
    virtual void withdraw(owner_id owner, handler<plain_answer> done) = 0;

    /// Extends holds to a full lease from now. One answer for each, in the order given. A hold that
    /// expired is `lost`, also if nobody took it since: the gap must be told. At most 256 at a time.
    virtual void renew(std::vector<renewal> holds, handler<std::vector<renew_answer>> done) = 0;

    /// Ends a hold and hands over. With `keep` > 0 the name stays taken for that long (minimum hold
    /// time), whether or not this process lives, and is then handed over. `lost` if there is no such
    /// hold: expired, evicted, or released by an earlier try (the core remembers whether it tried).
    virtual void release(owner_id owner, std::chrono::milliseconds keep, handler<plain_answer> done) = 0;

    /// Changes the mode of a hold on one name (not of permits, not of several names).
    /// - To a weaker mode (exclusive, upgradeable, shared, in this order): at once. It keeps its fence, and
    ///   those in line who may enter now are served in the same step. A weaker mode also ends a wait of its
    ///   own for exclusive: the pending handler is completed with `errc::canceled` first.
    /// - To exclusive: as soon as no other holder is left, with a new fence drawn in that step. While it
    ///   waits nobody new is let in, and its lease goes on (it has to be renewed). `busy` if it may not wait;
    ///   `errc::deadlock` at once if another holder of the name waits for the same already.
    /// - To the mode it has: `done`. From shared to upgradeable: `errc::invalid_option`.
    /// `lost` if there is no such hold. `grant::until` is not changed by this: it is the hold's own.
    virtual void convert(conversion what, handler<acquire_answer> done) = 0;

    /// Sets how many permits `name` has in all, whether or not it is in use. Holders keep what they have;
    /// those in line who may enter now are served in the same step; those who ask for more than there are
    /// now fail with `errc::limit_mismatch`.
    virtual void resize(std::string name, std::uint32_t limit, handler<plain_answer> done) = 0;

    /// Lists claims.
    virtual void inspect(filter which, handler<inspect_answer> done) = 0;

    /// Takes `name` away from its holders and advances its fence past theirs; those in line are served.
    /// The holders' clients hear `listener::lost`. A claim on several names loses all of them.
    virtual void evict(std::string name, handler<plain_answer> done) = 0;

    /// Reads a cell. A cell never written has version 0.
    virtual void read(std::string name, handler<cell_answer> done) = 0;

    /// Writes a cell if its conditions hold, in one atomic step. Both conditions failing: `stale`.
    virtual void write(cell_write what, handler<cell_answer> done) = 0;

    /// Completes once the cell's version is above `after`: at once if it is already.
    virtual void watch(owner_id request, std::string name, std::uint64_t after,
                       handler<cell_answer> done) = 0;

    /// Ends a `watch`; its handler is completed with `errc::canceled` if it was pending.
    virtual void unwatch(owner_id request) noexcept = 0;

    /// Called once, when neither the loop nor anybody else calls this engine any more. Completes every
    /// pending handler with `errc::closed`. Holds are left to be released or to expire.
    virtual void close() noexcept = 0;
};

}  // namespace port
}  // namespace v0
}  // namespace interlock
