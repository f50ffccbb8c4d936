// SPDX-License-Identifier: Apache-2.0
// Reads a pipe without waiting.
#include "run/captured_output.hpp"

#include <fcntl.h>
#include <algorithm>
#include <array>
#include <string_view>

namespace cli {

captured_output::captured_output(std::size_t most) : pipe_{make_pipe()}, most_{most} {
    checked(::fcntl(pipe_.read.get(), F_SETFL, O_NONBLOCK), "cannot prepare a pipe");
}

void captured_output::drain() {
    std::array<char, 4096> buffer;
    while (pipe_.read) {
        const auto got = ::read(pipe_.read.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return;
        if (got <= 0) return pipe_.read.close();
        keep({buffer.data(), static_cast<std::size_t>(got)});
    }
}

void captured_output::keep(std::string_view piece) {
    const auto fits = std::min(piece.size(), most_ - text_.size());
    text_.append(piece.substr(0, fits));
    overflown_ = overflown_ || fits < piece.size();
}

}  // namespace cli
