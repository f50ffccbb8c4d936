// SPDX-License-Identifier: Apache-2.0
// The counter file.
#include "demo/guarded_store.hpp"

#include <fcntl.h>
#include <sys/file.h>

namespace cli::demo {
namespace {
/// The store's own short lock around one operation.
class step {
public:
    explicit step(int file) : file_{file} { checked(::flock(file, LOCK_EX), "cannot lock the counter file"); }
    step(const step&) = delete;
    step& operator=(const step&) = delete;
    ~step() { ::flock(file_, LOCK_UN); }

private:
    int file_;
};
}  // namespace

guarded_store::guarded_store(const std::string& path)
    : file_{checked(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600),
                    "cannot open the counter file")} {}

guarded_store::content guarded_store::load() const {
    content now;
    const auto got = ::pread(file_.get(), &now, sizeof now, 0);
    checked(got < 0 ? -1 : 0, "cannot read the counter file");
    return got == sizeof now ? now : content{};
}

void guarded_store::save(const content& now) const {
    const auto put = ::pwrite(file_.get(), &now, sizeof now, 0);
    checked(put == sizeof now ? 0 : -1, "cannot write the counter file");
}

std::optional<std::uint64_t> guarded_store::read(std::uint64_t fence) {
    const step alone{file_.get()};
    auto now = load();
    if (fence < now.fence) return std::nullopt;
    now.fence = fence;
    save(now);
    return now.value;
}

bool guarded_store::write(std::uint64_t value, std::uint64_t fence) {
    const step alone{file_.get()};
    if (fence < load().fence) return false;
    save({value, fence});
    return true;
}

guarded_store::content guarded_store::peek() {
    const step alone{file_.get()};
    return load();
}

}  // namespace cli::demo
