// SPDX-License-Identifier: Apache-2.0
// What does one thread pay for a lock and unlock that nobody contends for?
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <interlock/interlock.hpp>

#include <filesystem>
#include <mutex>

#include "fresh_folder.hpp"
#include "measure.hpp"
#include "raw_sqlite.hpp"

namespace {

void in_memory(bench::effort how) {
    std::mutex standard;
    interlock::client locks{"memory:bench"};
    auto ours = locks.mutex("orders/42");
    auto lingering = locks.mutex("orders/43", {.linger = std::chrono::seconds{1}});
    bench::compare("inside one process",
                   {{"std::mutex", [&] { standard.lock(), standard.unlock(); }},
                    {"interlock memory: lock + unlock", [&] { ours.lock(), ours.unlock(); }},
                    {"… with linger", [&] { lingering.lock(), lingering.unlock(); }}},
                   how);
}

void in_files(const std::filesystem::path& folder, bench::effort how) {
    const int file = ::open((folder / "flock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    bench::raw_sqlite raw{folder / "raw.db"};
    interlock::client locks{"sqlite:" + (folder / "locks.db").string()};
    auto ours = locks.mutex("orders/42");
    auto lingering = locks.mutex("orders/43", {.linger = std::chrono::seconds{1}});
    bench::compare("across processes on one host",
                   {{"raw SQLite, the same two transactions", [&] { raw.pair(); }},
                    {"interlock sqlite: acquire + waited release", [&] { ours.acquire().release(); }},
                    {"interlock sqlite: lock + unlock", [&] { ours.lock(), ours.unlock(); }},
                    {"… with linger", [&] { lingering.lock(), lingering.unlock(); }},
                    {"flock pair (no lease, no fence, no order)",
                     [&] { ::flock(file, LOCK_EX), ::flock(file, LOCK_UN); }}},
                   how);
    ::close(file);
}

}  // namespace

int main(int argc, char** argv) {
    const auto how = bench::effort::from(argc, argv);
    in_memory(how);
    const auto folder = bench::fresh_folder();
    in_files(folder, how);
    std::filesystem::remove_all(folder);
}
