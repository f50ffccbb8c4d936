// SPDX-License-Identifier: Apache-2.0
// Draws the demonstration.
#include "demo/view.hpp"

#include "talk.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <algorithm>

namespace cli::demo {
namespace {
using namespace std::chrono_literals;
using interlock::boot_clock;

constexpr std::size_t kept_sentences = 9;
constexpr std::string_view hide_cursor = "\x1b[?25l";
constexpr std::string_view show_cursor = "\x1b[?25h";

std::size_t terminal_width() noexcept {
    winsize size{};
    const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20;
    return known ? size.ws_col : 80;
}
}  // namespace

std::string brief(std::uint64_t fence) {
    return fence < 1'000'000 ? std::to_string(fence) : fmt::format("..{:06}", fence % 1'000'000);
}

view::view(const std::vector<std::string>& names, style how)
    : style_{how}, begin_{boot_clock::now()}, drawn_{begin_} {
    for (const auto& name : names) workers_.push_back({.name = name, .fate = {}});
    if (style_ == style::live) print(hide_cursor);
}

view::~view() {
    if (style_ != style::live) return;
    // The terminal may be gone; a destructor has nobody to tell.
    [[maybe_unused]] const auto shown = ::write(STDOUT_FILENO, show_cursor.data(), show_cursor.size());
}

std::chrono::milliseconds view::elapsed() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(boot_clock::now() - begin_);
}

std::string view::stamp() const {
    const auto ms = elapsed().count();
    return fmt::format("{:3}.{} s", ms / 1'000, ms % 1'000 / 100);
}

void view::note(const report& what) {
    auto& who = workers_.at(what.worker);
    std::erase(line_, what.worker);
    who.waiting = what.kind == report_kind::waiting;
    if (who.waiting) line_.push_back(what.worker);
    if (what.kind == report_kind::acquired) {
        for (auto& other : workers_) other.holding = false;
        who.holding = true;
        ++who.turns;
        fence_ = what.fence;
    }
    if (what.kind == report_kind::released || what.kind == report_kind::lost) who.holding = false;
    if (what.kind == report_kind::wrote) counter_ = what.value;
    if (what.kind == report_kind::failed) say(fmt::format("{} failed: {}", who.name, what.text));
}

void view::mark(std::size_t worker, std::string_view fate) {
    workers_.at(worker).fate = fate;
    draw();
}

void view::say(const std::string& sentence) {
    const auto line = fmt::format("{}  {}", stamp(), sentence);
    sentences_.push_back(line);
    if (sentences_.size() > kept_sentences) sentences_.pop_front();
    if (style_ == style::plain)
        print(line + "\n");
    else
        redraw();
}

void view::draw() {
    const auto now = boot_clock::now();
    if (now - drawn_ < (style_ == style::live ? 50ms : 1s)) return;
    drawn_ = now;
    if (style_ == style::live) {
        redraw();
        return;
    }
    const auto holder = std::ranges::find(workers_, true, &worker_line::holding);
    print(fmt::format("{}  counter {}, fence {}, held by {}, {} in line\n", stamp(), counter_, brief(fence_),
                      holder == workers_.end() ? "nobody" : holder->name, line_.size()));
}

std::string view::place_of(const worker_line& who) const {
    if (!who.fate.empty()) return who.fate;
    if (who.holding) return "HOLDS THE LOCK";
    const auto index = static_cast<std::size_t>(&who - workers_.data());
    const auto place = std::ranges::find(line_, index);
    return place == line_.end() ? "" : fmt::format("in line: {}", place - line_.begin() + 1);
}

std::string view::row_of(const worker_line& who) const {
    const auto bar = std::string(std::min<std::size_t>(who.turns, 40), '=');
    const auto place = fmt::format("{:<16}", place_of(who));
    const auto* colour = who.fate == "killed" ? "31" : !who.fate.empty() ? "36" : who.holding ? "1;32" : "2";
    return fmt::format("  {:<6} {} {:>4} turns {}", who.name, painted(colour, place), who.turns,
                       painted("34", bar));
}

std::string view::painted(std::string_view colour, std::string_view text) const {
    return style_ == style::live ? fmt::format("\x1b[{}m{}\x1b[0m", colour, text) : std::string{text};
}

std::vector<std::string> view::screen() const {
    std::vector<std::string> lines{
        painted("1", fmt::format("interlock demo: one lock, one counter, {} processes {}", workers_.size(),
                                 stamp())),
        "", fmt::format("  counter {:<8} fence {}", counter_, brief(fence_)), ""};
    for (const auto& who : workers_) lines.push_back(row_of(who));
    lines.emplace_back();
    for (const auto& sentence : sentences_) lines.push_back(sentence.substr(0, terminal_width() - 1));
    return lines;
}

void view::redraw() {
    auto out = height_ > 0 ? fmt::format("\x1b[{}A", height_) : std::string{};
    const auto lines = screen();
    for (const auto& line : lines) out += fmt::format("\x1b[2K{}\n", line);
    height_ = lines.size();
    print(out);
}

void view::conclude(const verdict& found) {
    if (style_ == style::live) redraw();
    const auto* word = found.proven() ? "proven: exclusive, exact, no deadlock by death" : "NOT PROVEN";
    print(fmt::format("\n{}\n{}", text_of(found), painted(found.proven() ? "1;32" : "1;31", word)));
    print("\n");
}

}  // namespace cli::demo
