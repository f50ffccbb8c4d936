// SPDX-License-Identifier: Apache-2.0
// What do the other locks cost beside a plain mutex, when nobody contends?
#include <interlock/interlock.hpp>

#include <filesystem>

#include "fresh_folder.hpp"
#include "measure.hpp"

namespace {

std::vector<interlock::lock_request> names(int count) {
    std::vector<interlock::lock_request> out;
    for (int i = 0; i < count; ++i) out.push_back({"part/" + std::to_string(i)});
    return out;
}

void on(const std::string& url, const std::string& title, bench::effort how) {
    interlock::client locks{url};
    auto plain = locks.mutex("plain");
    auto readers = locks.shared_mutex("readers");
    auto permits = locks.semaphore("permits", 3);
    auto one = locks.multi_lock(names(1));
    auto eight = locks.multi_lock(names(8));
    bench::compare(title,
                   {{"mutex: acquire + waited release", [&] { plain.acquire().release(); }},
                    {"shared_mutex, exclusive", [&] { readers.acquire().release(); }},
                    {"shared_mutex, shared", [&] { readers.shared().acquire().release(); }},
                    {"semaphore, one permit", [&] { permits.acquire().release(); }},
                    {"multi_lock of 1 name", [&] { one.acquire().release(); }},
                    {"multi_lock of 8 names", [&] { eight.acquire().release(); }}},
                   how);
}

}  // namespace

int main(int argc, char** argv) {
    const auto how = bench::effort::from(argc, argv);
    on("memory:bench", "memory:", how);
    const auto folder = bench::fresh_folder();
    on("sqlite:" + (folder / "locks.db").string(), "sqlite:", how);
    std::filesystem::remove_all(folder);
}
