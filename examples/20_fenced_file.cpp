// SPDX-License-Identifier: Apache-2.0
// A file that only the holder of its lock replaces, and never one who held it before.
#include <interlock/interlock.hpp>

#include <stdlib.h>
#include <cstdio>
#include <filesystem>
#include <latch>

int main() {
    using namespace std::chrono_literals;
    char folder[] = "/tmp/interlock-example-XXXXXX";
    if (mkdtemp(folder) == nullptr) return 1;
    const auto path = std::string{folder} + "/report.csv";

    interlock::client here;
    interlock::client elsewhere;  // as in another process

    // A takes the lock and is frozen: nobody renews its lease, which runs out.
    auto a = here.mutex("report", {.lease = 200ms, .renew = interlock::renewal::never}).acquire();
    std::latch over{1};
    a.on_lost([&over] { over.count_down(); });
    over.wait();

    auto b = elsewhere.mutex("report").acquire();

    // [snippet]
    // The current version is found by the file report.csv.current. Where several hosts write, keep that in
    // the engine instead: interlock::point_by_cell(locks.cell<std::string>("report")) as second argument.
    interlock::fenced_file report{path};

    report.write("sum,42\n", b.fence());  // B is next and writes

    std::error_code ec;
    report.write("sum,41\n", a.fence(), ec);  // A goes on where it was, and does not know
    const bool refused = ec == interlock::errc::stale;

    const auto content = report.read();  // by anybody, at any time: one whole version
    // [/snippet]

    std::filesystem::remove_all(folder);
    std::printf("A wrote too late: %s; the report: %s", refused ? "no" : "yes", content->c_str());
    return refused && content == "sum,42\n" ? 0 : 1;
}
