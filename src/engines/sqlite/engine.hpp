// SPDX-License-Identifier: Apache-2.0
// The embedded engine: locks of all processes on one host, in one SQLite file.
#pragma once

#include <interlock/engine.hpp>

#include <mutex>
#include <unordered_map>
#include <unordered_set>

#include "engines/rows/book.hpp"
#include "engines/sqlite/database.hpp"
#include "engines/sqlite/doorbell.hpp"
#include "engines/sqlite/file_watch.hpp"
#include "engines/sqlite/fork_guard.hpp"
#include "engines/sqlite/process_watch.hpp"

namespace interlock::sqlite {

class turn;

/// Every operation is one short transaction on the calling thread. A claim that has to wait is a row; the
/// process that makes room turns it into a hold and rings this one's doorbell. A re-check about once a second
/// is the safety net. All state is guarded by one mutex, which is free while handlers run.
class engine final : public port::engine, private forkable {
public:
    /// Opens the file. Throws `error`.
    engine(settings where, const port::context& host, host_facts facts);
    ~engine() override;

    [[nodiscard]] const port::capabilities& can() const noexcept override;
    [[nodiscard]] std::string where() const override { return "sqlite:" + db_.path(); }

    // claims.cpp
    void acquire(port::claim wanted, port::handler<port::acquire_answer> done) override;
    void withdraw(port::owner_id owner, port::handler<port::plain_answer> done) override;
    void renew(std::vector<port::renewal> holds,
               port::handler<std::vector<port::renew_answer>> done) override;
    void release(port::owner_id owner, std::chrono::milliseconds keep,
                 port::handler<port::plain_answer> done) override;
    void inspect(port::filter which, port::handler<port::inspect_answer> done) override;
    void evict(std::string name, port::handler<port::plain_answer> done) override;

    // convert.cpp
    void convert(port::conversion what, port::handler<port::acquire_answer> done) override;
    void resize(std::string name, std::uint32_t limit, port::handler<port::plain_answer> done) override;

    // cells.cpp
    void read(std::string name, port::handler<port::cell_answer> done) override;
    void write(port::cell_write what, port::handler<port::cell_answer> done) override;
    void watch(port::owner_id request, std::string name, std::uint64_t after,
               port::handler<port::cell_answer> done) override;
    void unwatch(port::owner_id request) noexcept override;

    // engine.cpp
    void close() noexcept override;

private:
    friend class turn;

    struct pending_claim {
        std::optional<port::claim> wanted{};  ///< None: a hold that waits to become the only one.
        std::vector<port::handler<port::acquire_answer>> done{};  ///< One for each time it was asked.
    };
    struct pending_watch {
        std::string name;
        std::uint64_t after;
        port::handler<port::cell_answer> done;
    };
    struct pending_release {
        port::owner_id owner;
        std::chrono::milliseconds keep;
        boot_clock::time_point deadline;
        port::handler<port::plain_answer> done;
    };

    // engine.cpp: the file and this engine's place in it.
    [[nodiscard]] outcome ready(turn& now);
    [[nodiscard]] outcome settle_in();
    [[nodiscard]] bool gone() noexcept;
    [[nodiscard]] port::loop::id observe(int descriptor, port::loop::callback work) noexcept;
    void leave_loop() noexcept;
    void forsake_file(turn& now);
    void forsake_holds(turn& now);
    void on_file_event();
    void before_fork() noexcept override;
    void after_fork_in_parent() noexcept override;
    void after_fork_in_child() noexcept override;
    void take_leave(turn& now) noexcept;
    [[nodiscard]] boot_clock::duration patience() const { return host_.connect_timeout; }

    // convert.cpp
    void answer_conversion(turn& now, const port::conversion& what, port::acquire_answer said,
                           port::handler<port::acquire_answer> done);
    [[nodiscard]] bool is_upgrading(const port::owner_id& owner) const;
    /// Completes a pending upgrade, if there is one.
    void end_upgrade(turn& now, const port::owner_id& owner, port::acquire_answer what);

    // claims.cpp
    [[nodiscard]] std::optional<port::acquire_answer> answer_to(const rows::acquired& got,
                                                                boot_clock::time_point until) const;
    void stand_in_line(turn& now, const rows::acquired& got);
    void answer(turn& now, const port::owner_id& owner, port::acquire_answer what);
    void give_back(pending_release what);
    void give_back_again();

    // wake.cpp: being called, and looking by itself.
    void on_bell();
    void take_in(turn& now, const std::vector<hint>& hints);
    void take_in(turn& now, const port::owner_id& owner, const rows::sight& seen);
    void recheck();
    void resubmit(turn& now, const std::vector<port::owner_id>& missing,
                  const std::vector<std::string>& overdue);
    void plan(boot_clock::time_point when);
    void plan_soon(rows::instant expiry);

    // deaths.cpp: processes that ended.
    bool bury_dead(turn& now, const std::vector<port::owner_id>& sessions);
    bool bury(turn& now, const std::vector<port::owner_id>& dead);
    [[nodiscard]] std::vector<port::owner_id> dead_on(store& rows,
                                                      const std::optional<std::string>& name) const;
    void on_process_end(port::owner_id session);
    void sweep(turn& now);

    // cells.cpp
    void tell_watchers(turn& now, const std::string& name, const port::cell& cell);
    [[nodiscard]] bool is_watched(const std::string& name) const;

    port::context host_;
    host_facts facts_;
    port::owner_id session_;

    std::mutex guard_;
    database db_;
    doorbell bell_;
    process_watch processes_;
    file_watch file_;
    port::owner_id file_id_{};
    boot_clock::time_point look_again_{};
    bool forked_ = false;
    bool closed_ = false;

    std::unordered_set<port::owner_id> held_;
    std::unordered_map<port::owner_id, pending_claim> waiting_;
    std::unordered_map<port::owner_id, pending_watch> watches_;
    std::vector<pending_release> returning_;  ///< Releases that met a busy file.

    port::loop::id bell_watch_ = 0;
    port::loop::id file_event_ = 0;
    port::loop::id retry_ = 0;
    port::loop::id timer_ = 0;
    boot_clock::time_point timer_at_{};

    fork_guard told_of_forks_{*this};
};

}  // namespace interlock::sqlite
