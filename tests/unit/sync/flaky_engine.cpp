// SPDX-License-Identifier: Apache-2.0
// The memory engine behind a bad line.
#include "unit/sync/flaky_engine.hpp"

#include <interlock/engine.hpp>

namespace interlock::test {
namespace {

using namespace port;

class flaky_engine final : public engine {
public:
    explicit flaky_engine(std::unique_ptr<engine> real) : real_{std::move(real)} {}

    const capabilities& can() const noexcept override { return real_->can(); }
    std::string where() const override { return real_->where(); }
    void acquire(claim c, handler<acquire_answer> done) override { real_->acquire(c, std::move(done)); }
    void withdraw(owner_id o, handler<plain_answer> done) override { real_->withdraw(o, std::move(done)); }
    void renew(std::vector<renewal> holds, handler<std::vector<renew_answer>> done) override {
        real_->renew(std::move(holds), std::move(done));
    }
    void release(owner_id o, std::chrono::milliseconds keep, handler<plain_answer> done) override {
        real_->release(o, keep, std::move(done));
    }
    void convert(conversion c, handler<acquire_answer> done) override { real_->convert(c, std::move(done)); }
    void resize(std::string name, std::uint32_t limit, handler<plain_answer> done) override {
        real_->resize(std::move(name), limit, std::move(done));
    }
    void inspect(filter f, handler<inspect_answer> done) override { real_->inspect(f, std::move(done)); }
    void evict(std::string name, handler<plain_answer> done) override {
        real_->evict(std::move(name), std::move(done));
    }
    void read(std::string name, handler<cell_answer> done) override {
        real_->read(std::move(name), std::move(done));
    }
    void write(cell_write what, handler<cell_answer> done) override {
        const cell_answer silence{status::unknown, {}, fail(errc::unavailable, "no answer")};
        if (flaky::lost_writes > 0) {
            --flaky::lost_writes;
            return done(silence);
        }
        if (flaky::lost_answers > 0) {
            --flaky::lost_answers;
            real_->write(std::move(what), [](const cell_answer&) {});
            if (flaky::meanwhile != nullptr) flaky::meanwhile();
            return done(silence);
        }
        real_->write(std::move(what), std::move(done));
    }
    void watch(owner_id request, std::string name, std::uint64_t after, handler<cell_answer> done) override {
        real_->watch(request, std::move(name), after, std::move(done));
    }
    void unwatch(owner_id request) noexcept override { real_->unwatch(request); }
    void close() noexcept override { real_->close(); }

private:
    std::unique_ptr<engine> real_;
};

}  // namespace

flaky::flaky() {
    register_engine(
        {.scheme = "flaky", .open = [](const url& where, const context& host) -> std::unique_ptr<engine> {
             return std::make_unique<flaky_engine>(open_engine(url::parse("memory:" + where.path), host));
         }});
}

}  // namespace interlock::test
