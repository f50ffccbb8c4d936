// SPDX-License-Identifier: Apache-2.0
// One worker of the demonstration: takes the lock, adds one to the guarded counter, gives the lock back.
#include "commands/commands.hpp"
#include "demo/guarded_store.hpp"
#include "demo/report.hpp"
#include "exit_code.hpp"
#include "invocation.hpp"

#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <charconv>
#include <csignal>
#include <cstring>
#include <interlock/interlock.hpp>

namespace cli {
namespace {
using namespace demo;
using namespace std::chrono_literals;

constexpr int work_ms = 70;
constexpr int notice_ms = 3'000;

class worker {
public:
    explicit worker(const invocation& call)
        : index_{number(call.text("index"))},
          store_{call.text("store")},
          locks_{call.text("engine")},
          lock_{locks_.mutex(lock_name, {.lease = 1s, .label = call.text("label")})} {}

    void run() {
        while (!dismissed_) take_turn();
    }

private:
    static std::uint32_t number(const std::string& text) {
        std::uint32_t value = 0;
        std::from_chars(text.data(), text.data() + text.size(), value);
        return value;
    }

    void tell(report_kind kind, std::uint64_t fence = 0, std::uint64_t value = 0,
              std::uint64_t other = 0) const {
        tell_of(index_, {.kind = kind, .fence = fence, .value = value, .other = other});
    }
    static void tell_of(std::uint32_t index, report what) {
        what.worker = index;
        what.at_ns = interlock::boot_clock::now().time_since_epoch().count();
        // A director that is gone closes the control pipe as well; that ends this worker.
        [[maybe_unused]] const auto told = ::write(report_fd, &what, sizeof what);
    }

    void take_turn() {
        tell(report_kind::waiting);
        auto held = lock_.acquire();
        const auto fence = held.fence();
        tell(report_kind::acquired, fence);
        const auto noticed =
            std::make_shared<unique_fd>(checked(::eventfd(0, EFD_CLOEXEC), "cannot make an event"));
        held.on_lost([noticed, fence, index = index_] {
            tell_of(index, {.kind = report_kind::lost, .fence = fence});
            ::eventfd_write(noticed->get(), 1);
        });
        if (!add_one(fence)) {
            // The store knew better. The library must tell the loss too, without being asked.
            [[maybe_unused]] const bool told = wait_readable(noticed->get(), notice_ms);
        }
        tell(report_kind::released, fence);
        std::error_code lost_already;
        held.release(lost_already);
    }

    /// Reads, takes its time, writes; does not look at the hold in between, so that the fence is put to the
    /// test.
    bool add_one(std::uint64_t fence) {
        const auto value = store_.read(fence);
        if (value) work(fence, *value);
        if (value && store_.write(*value + 1, fence)) {
            tell(report_kind::wrote, fence, *value + 1);
            return true;
        }
        tell(report_kind::rejected, fence, value.value_or(0) + 1, store_.peek().value);
        return false;
    }

    void work(std::uint64_t fence, std::uint64_t value) {
        if (!wait_readable(control_fd, work_ms)) return;
        if (next_command() != hold_still) return;
        tell(report_kind::paused, fence, value);
        while (!dismissed_ && next_command() != go_on) continue;
    }

    char next_command() {
        char command = 0;
        const auto got = ::read(control_fd, &command, 1);
        if (got == 0) dismissed_ = true;
        return got == 1 ? command : '\0';
    }

    std::uint32_t index_;
    guarded_store store_;
    interlock::client locks_;
    interlock::mutex lock_;
    bool dismissed_ = false;
};

void tell_failure(const invocation& call, const char* why) {
    report failure{.kind = report_kind::failed};
    const auto index = call.text("index");
    std::from_chars(index.data(), index.data() + index.size(), failure.worker);
    std::strncpy(failure.text, why, sizeof failure.text - 1);
    [[maybe_unused]] const auto told = ::write(report_fd, &failure, sizeof failure);
}
}  // namespace

int demo_worker_command(const invocation& call) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::signal(SIGPIPE, SIG_IGN);
    try {
        worker{call}.run();
        return exit_success;
    } catch (const std::exception& why) {
        tell_failure(call, why.what());
        return exit_internal;
    }
}

}  // namespace cli
