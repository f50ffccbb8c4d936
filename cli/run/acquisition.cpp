// SPDX-License-Identifier: Apache-2.0
// The waiting thread.
#include "run/acquisition.hpp"

#include <sys/eventfd.h>

namespace cli {

acquisition::acquisition(interlock::multi_lock& lock, std::optional<std::chrono::milliseconds> patience)
    : done_{checked(::eventfd(0, EFD_CLOEXEC), "cannot make an event")},
      thread_{[this, &lock, patience](std::stop_token stop) { work(lock, patience, std::move(stop)); }} {}

void acquisition::work(interlock::multi_lock& lock, std::optional<std::chrono::milliseconds> patience,
                       std::stop_token stop) noexcept {
    try {
        got_ = patience ? lock.try_acquire_for(*patience, std::move(stop)) : lock.acquire(std::move(stop));
    } catch (...) {
        failed_ = std::current_exception();
    }
    ::eventfd_write(done_.get(), 1);
}

std::optional<interlock::multi_hold> acquisition::take() {
    thread_.join();
    if (failed_) std::rethrow_exception(failed_);
    return std::move(got_);
}

}  // namespace cli
