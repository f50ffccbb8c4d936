// SPDX-License-Identifier: Apache-2.0
// How the library starts a thread.
#pragma once

#include <thread>

namespace interlock::runtime {

/// Starts a named thread that receives no signals: those belong to the program's own threads.
template <class Work>
[[nodiscard]] std::thread background(const char* name, Work work);

namespace detail {
/// Blocks all signals while it lives.
class no_signals {
public:
    no_signals() noexcept;
    ~no_signals();
    no_signals(const no_signals&) = delete;
    no_signals& operator=(const no_signals&) = delete;

private:
    alignas(8) unsigned char before_[128];
};
void name_this_thread(const char* name) noexcept;
}  // namespace detail

template <class Work>
std::thread background(const char* name, Work work) {
    const detail::no_signals inherited_by_the_thread;
    return std::thread{[name, work = std::move(work)]() mutable {
        detail::name_this_thread(name);
        work();
    }};
}

}  // namespace interlock::runtime
