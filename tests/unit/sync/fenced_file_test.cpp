// SPDX-License-Identifier: Apache-2.0
// A file of which readers see whole versions only, and never one of a late writer.
#include <interlock/cell.hpp>
#include <interlock/error.hpp>
#include <interlock/fencing.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/temporary_folder.hpp"
#include "unit/runtime/child.hpp"

namespace interlock::test {
namespace {

struct FencedFile : testing::Test {
    temporary_folder folder;
    std::string path = folder.file("report.csv");
    fenced_file report{path};

    /// The versions that lie beside the file, in order of their names.
    std::vector<std::string> versions() const {
        std::vector<std::string> out;
        for (const auto& entry : std::filesystem::directory_iterator{folder.path()}) {
            const auto name = entry.path().filename().string();
            if (name.starts_with("report.csv.0")) out.push_back(name);
        }
        std::sort(out.begin(), out.end());
        return out;
    }
    void put(const std::string& name, const std::string& text) const {
        std::ofstream{folder.file(name)} << text;
    }
};

template <class Work>
std::error_code thrown_by(Work work) {
    try {
        work();
    } catch (const error& why) {
        return why.code();
    }
    return {};
}

TEST_F(FencedFile, IsAbsentUntilWritten) {
    EXPECT_EQ(report.read(), std::nullopt);
    EXPECT_EQ(report.current_path(), std::nullopt);
    report.write("one", 5);
    EXPECT_EQ(report.read(), "one");
    EXPECT_EQ(fenced_file{path}.read(), "one") << "another process finds it too";
}

TEST_F(FencedFile, HoldsAnyBytes) {
    std::string content(300'000, 'x');
    content[7] = '\0';
    report.write(content, 1);
    EXPECT_EQ(report.read(), content);
    report.write("", 1);
    EXPECT_EQ(report.read(), "");
}

TEST_F(FencedFile, LateWriterIsRefusedAndLeavesNothing) {
    report.write("old", 5);
    report.write("new", 6);
    const auto before = versions();
    EXPECT_EQ(thrown_by([&] { report.write("late", 5); }), errc::stale);
    std::error_code ec;
    report.write("late", 5, ec);
    EXPECT_EQ(ec, errc::stale);
    EXPECT_EQ(report.read(), "new");
    EXPECT_EQ(versions(), before);
}

TEST_F(FencedFile, SameHolderWritesAgain) {
    report.write("one", 5);
    std::error_code ec = errc::lost;
    report.write("two", 5, ec);
    EXPECT_FALSE(ec);
    EXPECT_EQ(report.read(), "two");
}

TEST_F(FencedFile, KeepsTheCurrentVersionAndThoseNewer) {
    for (int i = 0; i < 3; ++i) report.write("by five", 5);
    EXPECT_EQ(versions().size(), 1U);
    const std::string abandoned = "report.csv.00000000000000000004.0123456789abcdef";
    const std::string underway = "report.csv.00000000000000000009.0123456789abcdef";
    put(abandoned, "of a writer that died");
    put(underway, "of a newer holder, not published yet");
    report.write("by six", 6);
    ASSERT_EQ(versions().size(), 2U);
    EXPECT_EQ(versions()[1], underway);
    EXPECT_EQ(report.read(), "by six");
}

TEST_F(FencedFile, LeavesOtherFilesAlone) {
    const std::string others[] = {"report.csv",
                                  "report.csv.bak",
                                  "report.csv.1",
                                  "other.csv",
                                  "report.csv.00000000000000000001.0123456789abcdeX",
                                  "xreport.csv.00000000000000000001.0123456789abcdef",
                                  "report.csv.0000000000000000000a.0123456789abcdef"};
    for (const auto& name : others) put(name, "mine");
    report.write("new", 6);
    for (const auto& name : others) EXPECT_TRUE(std::filesystem::exists(folder.file(name))) << name;
}

TEST_F(FencedFile, RefusesBadPathsAndNoFence) {
    for (const std::string bad : {"", "folder/", ".", "a/..", "a\nb", "a\x7f", "\xff"})
        EXPECT_EQ(thrown_by([&] { fenced_file{bad}; }), errc::invalid_option) << bad;
    EXPECT_EQ(thrown_by([&] { fenced_file{std::string(218, 'a')}; }), errc::invalid_option);
    EXPECT_EQ(thrown_by([&] { fenced_file{folder.file(std::string(217, 'a'))}.write("x", 1); }),
              std::error_code{});
    EXPECT_EQ(thrown_by([&] { report.write("x", 0); }), errc::invalid_option);
    EXPECT_EQ(thrown_by([&] { fenced_file(path, version_pointer{}); }), errc::invalid_option);
    EXPECT_TRUE(versions().empty());
}

TEST_F(FencedFile, FolderThatDoesNotExistIsUnavailable) {
    fenced_file nowhere{folder.file("no/such/report.csv")};
    EXPECT_EQ(thrown_by([&] { nowhere.write("x", 1); }), errc::unavailable);
    EXPECT_EQ(nowhere.read(), std::nullopt);
}

TEST_F(FencedFile, PointerThatIsSomethingElseIsRefused) {
    for (const auto* text : {"", "hello\n", "12", "12 \n", "12 name", "x name\n", "-1 name\n"}) {
        put("report.csv.current", text);
        EXPECT_EQ(thrown_by([&] { (void)report.read(); }), errc::refused) << text;
        EXPECT_EQ(thrown_by([&] { report.write("new", 6); }), errc::refused) << text;
    }
    EXPECT_TRUE(versions().empty());
    put("secret", "not for readers of the report");
    for (const auto* name : {"secret", "../secret", "report.csv.00000000000000000001.012345/789abcdef"}) {
        put("report.csv.current", "1 " + std::string{name} + "\n");
        EXPECT_EQ(thrown_by([&] { (void)report.read(); }), errc::refused) << name;
    }
}

TEST_F(FencedFile, MissingVersionIsTold) {
    report.write("one", 5);
    std::filesystem::remove(*report.current_path());
    EXPECT_EQ(thrown_by([&] { (void)report.read(); }), errc::refused);
    report.write("two", 5);
    EXPECT_EQ(report.read(), "two");
}

TEST_F(FencedFile, UnknownOutcomeKeepsWhatMayBeCurrent) {
    auto real = point_by_file(folder.file("pointer"));
    const auto lost_answer = [&](const std::string& name, std::uint64_t fence) {
        real.publish(name, fence);
        throw error{fail(errc::unknown_outcome, "the answer was lost")};
    };
    fenced_file unlucky{path, {lost_answer, real.read}};
    EXPECT_EQ(thrown_by([&] { unlucky.write("written", 5); }), errc::unknown_outcome);
    EXPECT_EQ(unlucky.read(), "written");
}

TEST_F(FencedFile, PointerMayBeACell) {
    client here{"memory:fenced_file"};
    client there{"memory:fenced_file"};
    fenced_file mine{path, point_by_cell(here.cell<std::string>("report"))};
    fenced_file theirs{path, point_by_cell(there.cell<std::string>("report"))};
    EXPECT_EQ(mine.read(), std::nullopt);
    mine.write("old", 5);
    theirs.write("new", 6);
    EXPECT_EQ(thrown_by([&] { mine.write("late", 5); }), errc::stale);
    EXPECT_EQ(mine.read(), "new");
    EXPECT_FALSE(std::filesystem::exists(path + ".current"));
}

/// Each content is one letter many times, so that a mixture shows.
std::string page(std::uint64_t fence) {
    return std::to_string(fence) + std::string(20'000, static_cast<char>('a' + fence % 26));
}

TEST_F(FencedFile, ReadersBesideWritersSeeWholeVersionsThatNeverGoBack) {
    constexpr std::uint64_t last = 120;
    std::atomic<bool> done = false;
    report.write(page(1), 1);
    std::jthread reader{[&] {
        std::uint64_t seen = 0;
        while (!done) {
            const auto content = report.read();
            ASSERT_TRUE(content);
            const auto fence = std::stoull(*content);
            EXPECT_EQ(*content, page(fence));
            EXPECT_GE(fence, seen);
            seen = fence;
        }
    }};
    const auto write_every_second = [&](std::uint64_t first) {
        for (auto fence = first; fence <= last; fence += 2) {
            std::error_code ec;
            fenced_file{path}.write(page(fence), fence, ec);
            EXPECT_TRUE(!ec || ec == errc::stale) << ec.message();
        }
    };
    std::jthread odd{write_every_second, 3};
    std::jthread even{write_every_second, 2};
    odd.join();
    even.join();
    done = true;
    reader.join();
    EXPECT_EQ(report.read(), page(last));
    EXPECT_EQ(versions().size(), 1U);
}

TEST_F(FencedFile, WritersOfOtherProcessesAreCompared) {
    report.write("parent", 7);
    EXPECT_EQ(in_child([&] {
                  std::error_code late, newer;
                  report.write("late", 6, late);
                  report.write("child", 8, newer);
                  return late == errc::stale && !newer ? 0 : 1;
              }),
              0);
    EXPECT_EQ(thrown_by([&] { report.write("parent", 7); }), errc::stale);
    EXPECT_EQ(report.read(), "child");
}

}  // namespace
}  // namespace interlock::test
