// SPDX-License-Identifier: Apache-2.0
// `interlock demo`: a live story on a temporary file, with a verdict at the end.
#include "commands/commands.hpp"
#include "demo/crew.hpp"
#include "demo/guarded_store.hpp"
#include "demo/ledger.hpp"
#include "demo/story.hpp"
#include "demo/view.hpp"
#include "exit_code.hpp"
#include "invocation.hpp"
#include "posix/signals.hpp"
#include "talk.hpp"

#include <fmt/core.h>
#include <csignal>
#include <cstdlib>
#include <filesystem>

namespace cli {
namespace {

/// A folder that goes with all its contents.
class temporary_folder {
public:
    temporary_folder() : path_{(std::filesystem::temp_directory_path() / "interlock-demo.XXXXXX").string()} {
        if (::mkdtemp(path_.data()) == nullptr) checked(-1, "cannot make a temporary folder");
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() {
        std::error_code left_behind;
        std::filesystem::remove_all(path_, left_behind);
    }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }

private:
    std::string path_;
};

int perform(demo::style style, signal_source& signals) {
    const std::vector<std::string> names{"ada", "ben", "cleo", "dan", "eve"};
    const temporary_folder folder;
    const auto counter_file = folder.path() + "/counter";
    demo::guarded_store counter{counter_file};
    demo::ledger account;
    demo::view shown{names, style};
    std::string failed;
    {
        demo::crew workers{names, fmt::format("sqlite:{}/locks.db", folder.path()), counter_file};
        try {
            demo::story{names, workers, account, shown, signals}.tell();
        } catch (const demo::story_failed& why) {
            failed = why.what();
        }
    }
    const auto found = account.judge(counter.peek().value);
    shown.conclude(found);
    if (!failed.empty()) complain(fmt::format("the story broke off: {}", failed));
    return failed.empty() && found.proven() ? exit_success : exit_negative;
}
}  // namespace

int demo_command(const invocation& call) {
    const bool live = !call.flag("plain") && may_decorate(STDOUT_FILENO);
    ::signal(SIGPIPE, SIG_IGN);
    signal_source signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    try {
        return perform(live ? demo::style::live : demo::style::plain, signals);
    } catch (const demo::interrupted& by) {
        return exit_signal_base + by.signal;
    }
}

}  // namespace cli
