// SPDX-License-Identifier: Apache-2.0
// The engine inside one process: the port on top of a named store.
#pragma once

#include "engines/memory/store.hpp"

#include <interlock/engine.hpp>

#include <cstdint>
#include <memory>

namespace interlock::memory {

/// One client's view of a store. All work is done on the calling thread, under the store's mutex.
class engine final : public port::engine {
public:
    engine(const port::url& where, const port::context& host);
    ~engine() override;

    [[nodiscard]] const port::capabilities& can() const noexcept override;
    [[nodiscard]] std::string where() const override { return where_; }
    void acquire(port::claim wanted, port::handler<port::acquire_answer> done) override;
    void withdraw(port::owner_id owner, port::handler<port::plain_answer> done) override;
    void renew(std::vector<port::renewal> holds,
               port::handler<std::vector<port::renew_answer>> done) override;
    void release(port::owner_id owner, std::chrono::milliseconds keep,
                 port::handler<port::plain_answer> done) override;
    void convert(port::conversion what, port::handler<port::acquire_answer> done) override;
    void resize(std::string name, std::uint32_t limit, port::handler<port::plain_answer> done) override;
    void inspect(port::filter which, port::handler<port::inspect_answer> done) override;
    void evict(std::string name, port::handler<port::plain_answer> done) override;
    void read(std::string name, port::handler<port::cell_answer> done) override;
    void write(port::cell_write what, port::handler<port::cell_answer> done) override;
    void watch(port::owner_id request, std::string name, std::uint64_t after,
               port::handler<port::cell_answer> done) override;
    void unwatch(port::owner_id request) noexcept override;
    void close() noexcept override;

private:
    /// A failure if this object is a parent process's or closed.
    [[nodiscard]] failure unusable() const;
    [[nodiscard]] bool forked() const noexcept;
    [[nodiscard]] port::renew_answer renew_one(transaction& t, const port::renewal& wanted);

    std::string where_;
    std::uint32_t generation_;
    std::shared_ptr<store> store_;  ///< Null once closed.
    std::shared_ptr<member> me_;
};

}  // namespace interlock::memory
