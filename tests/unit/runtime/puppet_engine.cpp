// SPDX-License-Identifier: Apache-2.0
// An engine that does what a test tells it.
#include "unit/runtime/puppet_engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/waiting.hpp"

namespace interlock::test {
namespace {

using namespace port;

puppet* strings = nullptr;

const capabilities abilities{.fair = true,
                             .barging = true,
                             .inspect = true,
                             .evict = true,
                             .contention = true,
                             .min_lease = std::chrono::milliseconds{10}};

class puppet_engine final : public engine {
public:
    explicit puppet_engine(const context& host) {
        strings->events = &host.events;
        strings->loop = &host.loop;
        ++strings->engines;
    }
    ~puppet_engine() override { --strings->engines; }
    const capabilities& can() const noexcept override { return abilities; }
    std::string where() const override { return "puppet:"; }

    void acquire(claim wanted, handler<acquire_answer> done) override {
        strings->note("acquire");
        strings->on_acquire(std::move(wanted), std::move(done));
    }
    void withdraw(owner_id owner, handler<plain_answer> done) override {
        strings->note("withdraw");
        strings->on_withdraw(owner, std::move(done));
    }
    void renew(std::vector<renewal> holds, handler<std::vector<renew_answer>> done) override {
        strings->note("renew");
        strings->on_renew(std::move(holds), std::move(done));
    }
    void release(owner_id owner, std::chrono::milliseconds, handler<plain_answer> done) override {
        strings->note("release");
        strings->on_release(owner, std::move(done));
    }
    void inspect(filter, handler<inspect_answer> done) override { done({status::done, {}, {}}); }
    void convert(conversion, handler<acquire_answer> done) override { done({}); }
    void resize(std::string, std::uint32_t, handler<plain_answer> done) override { done({}); }
    void evict(std::string, handler<plain_answer> done) override { done({status::done, {}}); }
    void read(std::string, handler<cell_answer> done) override { done({}); }
    void write(cell_write, handler<cell_answer> done) override { done({}); }
    void watch(owner_id, std::string, std::uint64_t, handler<cell_answer> done) override { done({}); }
    void unwatch(owner_id) noexcept override {}
    void close() noexcept override {
        strings->note("close");
        strings->closed = true;
    }
};

}  // namespace

puppet::puppet()
    : on_acquire{[this](const claim& c, auto done) { done(granted(c.lease)); }},
      on_withdraw{[](owner_id, auto done) {
          done({status::done, {}});
      }},
      on_renew{[](const std::vector<renewal>& holds, auto done) {
          std::vector<renew_answer> out;
          for (const auto& each : holds) {
              out.push_back(
                  {.what = status::done, .owner = each.owner, .until = boot_clock::now() + each.lease});
          }
          done(std::move(out));
      }},
      on_release{[](owner_id, auto done) {
          done({status::done, {}});
      }} {
    strings = this;
    register_engine(
        {.scheme = "puppet", .open = [](const url&, const context& host) -> std::unique_ptr<engine> {
             return std::make_unique<puppet_engine>(host);
         }});
}

puppet::~puppet() {
    EXPECT_TRUE(eventually([this] { return engines == 0; }));
    strings = nullptr;
}

acquire_answer puppet::granted(std::chrono::milliseconds lease) {
    return {status::done, {{++fence_}, boot_clock::now() + lease, false}, {}};
}

std::vector<std::string> puppet::log() const {
    const std::lock_guard lock{guard_};
    return log_;
}

std::size_t puppet::count(const std::string& what) const {
    const auto all = log();
    return static_cast<std::size_t>(std::count(all.begin(), all.end(), what));
}

void puppet::note(const char* what) {
    const std::lock_guard lock{guard_};
    log_.emplace_back(what);
}

}  // namespace interlock::test
