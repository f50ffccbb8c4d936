// SPDX-License-Identifier: Apache-2.0
// Directs the demonstration.
#include "demo/story.hpp"

#include "duration.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <algorithm>
#include <interlock/clock.hpp>

namespace cli::demo {
namespace {
using namespace std::chrono_literals;
using interlock::boot_clock;
using std::chrono::milliseconds;

constexpr milliseconds bound = 8s;
constexpr milliseconds frame = 50ms;

std::int64_t now_ns() { return boot_clock::now().time_since_epoch().count(); }
}  // namespace

story::story(const std::vector<std::string>& names, crew& workers, ledger& account, view& shown,
             signal_source& signals)
    : names_{names}, crew_{workers}, ledger_{account}, view_{shown}, signals_{signals} {}

void story::tell() {
    view_.say(fmt::format("{} processes want the lock '{}' to add one to a counter, again and again",
                          names_.size(), lock_name));
    contend(2500ms);
    kill_a_holder(1);
    contend(2s);
    freeze_a_holder(3);
    contend(1500ms);
    finish();
}

void story::contend(milliseconds time) {
    follow(time, [](const report&) { return false; });
}

void story::kill_a_holder(std::size_t victim) {
    const auto paused = hold_still_in_next_turn(victim);
    view_.say(fmt::format("{} holds the lock (fence {}) and is killed: kill -9 {}", names_[victim],
                          brief(paused.fence), crew_.pid(victim)));
    const auto at = now_ns();
    ledger_.silenced(static_cast<std::uint32_t>(victim), at);
    crew_.kill(victim);
    view_.mark(victim, "killed");
    const auto gap = await_successor(paused.fence, at);
    view_.say(fmt::format("the next in line has it {} later: a dead holder blocks nobody", spoken(gap)));
}

void story::freeze_a_holder(std::size_t victim) {
    const auto paused = hold_still_in_next_turn(victim);
    view_.say(fmt::format("{} holds the lock (fence {}), has read {}, and is frozen: kill -STOP {}",
                          names_[victim], brief(paused.fence), paused.value, crew_.pid(victim)));
    const auto at = now_ns();
    ledger_.silenced(static_cast<std::uint32_t>(victim), at);
    crew_.freeze(victim);
    view_.mark(victim, "frozen");
    const auto gap = await_successor(paused.fence, at);
    view_.say(fmt::format("its lease of 1 s runs out; the next in line has the lock after {}", spoken(gap)));
    contend(1500ms);
    wake_up(victim, paused.fence);
}

void story::wake_up(std::size_t victim, std::uint64_t fence) {
    view_.say(fmt::format("{} is thawed, knows nothing of the time gone by, and writes", names_[victim]));
    bool told = false;
    std::optional<report> refused;
    crew_.command(victim, go_on);
    crew_.thaw(victim);
    view_.mark(victim, "");
    follow(bound, [&](const report& what) {
        if (what.worker != victim || what.fence != fence) return false;
        if (what.kind == report_kind::lost) told = true;
        if (what.kind == report_kind::rejected) refused = what;
        return told && refused;
    });
    if (!refused) throw story_failed{"the late write was not refused"};
    view_.say(fmt::format("the counter refuses it: fence {} is outdated", brief(fence)));
    view_.say(fmt::format("(unguarded, it would have set {} back to {}: {} updates lost)", refused->other,
                          refused->value, refused->other - refused->value + 1));
    if (!told) throw story_failed{"the loss was not signalled to the frozen holder"};
    view_.say(fmt::format("{} was told of its loss by the library, and gets back in line", names_[victim]));
}

void story::finish() {
    view_.say("all finish their turn and go home");
    crew_.dismiss();
    follow(bound, [](const report&) { return false; });
    if (!all_ended_) throw story_failed{fmt::format("a worker did not end within {}", spoken(bound))};
}

report story::hold_still_in_next_turn(std::size_t worker) {
    crew_.command(worker, hold_still);
    const auto paused = await(report_kind::paused, worker);
    // A moment to see who has it.
    contend(500ms);
    return paused;
}

report story::await(report_kind kind, std::size_t worker) {
    report found;
    const bool came = follow(bound, [&](const report& what) {
        found = what;
        return what.kind == kind && what.worker == worker;
    });
    if (!came)
        throw story_failed{fmt::format("{} did not get its turn within {}", names_[worker], spoken(bound))};
    return found;
}

milliseconds story::await_successor(std::uint64_t fence, std::int64_t since_ns) {
    follow(bound, [&](const report&) { return ledger_.succeeded_at(fence).has_value(); });
    const auto at = ledger_.succeeded_at(fence);
    if (!at) throw story_failed{fmt::format("nobody got the lock within {}", spoken(bound))};
    return std::chrono::duration_cast<milliseconds>(std::chrono::nanoseconds{*at - since_ns});
}

bool story::follow(milliseconds time, const std::function<bool(const report&)>& enough) {
    const auto end = boot_clock::now() + time;
    while (!all_ended_) {
        const auto left = std::chrono::ceil<milliseconds>(end - boot_clock::now());
        if (left <= 0ms) return false;
        pollfd watched[] = {{.fd = crew_.fd(), .events = POLLIN, .revents = 0},
                            {.fd = signals_.fd(), .events = POLLIN, .revents = 0}};
        ::poll(watched, std::size(watched), static_cast<int>(std::min(left, frame).count()));
        check_signals();
        view_.draw();
        if (watched[0].revents == 0) continue;
        const auto what = crew_.take();
        all_ended_ = !what;
        if (!what) continue;
        ledger_.note(*what);
        view_.note(*what);
        if (enough(*what)) return true;
    }
    return false;
}

void story::check_signals() {
    if (const auto signal = signals_.take()) throw interrupted{*signal};
}

}  // namespace cli::demo
