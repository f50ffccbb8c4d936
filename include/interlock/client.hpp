// SPDX-License-Identifier: Apache-2.0
/// @file
/// Start here: a client of one engine makes locks by name.
#pragma once

#include <interlock/claim.hpp>
#include <interlock/config.hpp>
#include <interlock/mutex.hpp>
#include <interlock/options.hpp>
#include <interlock/recursive_mutex.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace interlock {
inline namespace v0 {
namespace detail {
class session;
class async_access;
class cell_handle;
}  // namespace detail

// Each in the header of its name; <interlock/interlock.hpp> has them all.
class barrier;
template <class T>
class cell;
class condition;
class election;
class latch;
struct lock_request;
class multi_lock;
class once;
class recursive_shared_mutex;
class semaphore;
class shared_mutex;

/// A connection to one engine, shared by all locks made from it.
///
/// The engine is chosen by URL:
/// | URL | engine |
/// |---|---|
/// | (empty) | `$INTERLOCK_ENGINE` if set, else `sqlite:` |
/// | `sqlite:` | an embedded file under the user's state directory, for all processes on this host |
/// | `sqlite:PATH` | the same in a file of your choice |
/// | `memory:NAME` | inside this process only: tests, or threads |
///
/// A name is any UTF-8 text of 1 to 512 bytes without control characters; different names never meet.
///
/// Locks and holds keep the connection alive; the client object may go first. When the last of them goes,
/// posted releases are flushed, for at most `client_options::flush_timeout`. One thread serves timers and
/// wake-ups, started when first needed.
///
/// *Threads:* all functions may be called from any thread at the same time.
/// *After fork:* a child must make its own client; this one answers `errc::forked` there.
class INTERLOCK_API client {
public:
    /// Opens the engine. Throws `error`: `errc::invalid_url`, `errc::invalid_option`, `errc::unavailable`,
    /// `errc::refused`.
    explicit client(std::string_view url = {}, client_options options = {});

    /// The same without exceptions: `nullopt` and `ec` set on failure.
    [[nodiscard]] static std::optional<client> open(std::string_view url, client_options options,
                                                    std::error_code& ec) noexcept;

    client(client&&) noexcept = default;
    client& operator=(client&&) noexcept = default;
    ~client() = default;

    /// A handle to the mutex `name`: no message yet. Throws `error`: `errc::invalid_name`,
    /// `errc::invalid_option`, `errc::unsupported`.
    [[nodiscard]] interlock::mutex mutex(std::string name, lock_options options = {});

    /// A handle to the mutex `name` that its holding thread may take again.
    [[nodiscard]] interlock::recursive_mutex recursive_mutex(std::string name, lock_options options = {});

    /// A handle to the readers-and-writer lock `name`: <interlock/shared_mutex.hpp>.
    [[nodiscard]] interlock::shared_mutex shared_mutex(std::string name, lock_options options = {});

    /// One that a thread may take again: <interlock/recursive_shared_mutex.hpp>.
    [[nodiscard]] interlock::recursive_shared_mutex recursive_shared_mutex(std::string name,
                                                                           lock_options options = {});

    /// A handle to the semaphore `name` of `limit` permits in all: <interlock/semaphore.hpp>. The first
    /// acquisition ever stores the limit; without one the stored limit counts.
    [[nodiscard]] interlock::semaphore semaphore(std::string name, std::uint32_t limit,
                                                 lock_options options = {});
    [[nodiscard]] interlock::semaphore semaphore(std::string name, lock_options options = {});

    /// A handle to several locks at once, all or nothing: <interlock/multi_lock.hpp>.
    [[nodiscard]] interlock::multi_lock multi_lock(std::vector<lock_request> wanted,
                                                   lock_options options = {});

    /// A handle to the election `name`: <interlock/election.hpp>.
    [[nodiscard]] interlock::election election(std::string name, lock_options options = {});

    /// Small shared values and what is built on them, each in the header of its name. Names as above, but at
    /// most 510 bytes. They do not meet locks, or each other, of the same name.
    template <class T>
    [[nodiscard]] interlock::cell<T> cell(std::string name);
    [[nodiscard]] interlock::latch latch(std::string name, std::uint32_t count);
    [[nodiscard]] interlock::barrier barrier(std::string name, std::uint32_t parties,
                                             lock_options options = {});
    [[nodiscard]] interlock::once once(std::string name, lock_options options = {});
    [[nodiscard]] interlock::condition condition(std::string name, lock_options options = {});

    /// Who holds and who waits, for one name or for all (at most 1000 claims): by name, holders first,
    /// then in line. Throws `error`: `errc::unavailable`, `errc::unsupported`.
    [[nodiscard]] std::vector<claim_info> inspect(std::optional<std::string> name = {});

    /// Takes `name` away from its holders, for operators. Their holds are lost and their fences outdated;
    /// those in line are served next. Throws as `inspect`.
    void evict(std::string name);

    /// The engine's URL without secrets.
    [[nodiscard]] std::string where() const;

private:
    friend class detail::async_access;
    explicit client(std::shared_ptr<detail::session> opened) noexcept;
    [[nodiscard]] std::shared_ptr<detail::cell_handle> open_cell(std::string name);
    std::shared_ptr<detail::session> session_;
};

}  // namespace v0
}  // namespace interlock
