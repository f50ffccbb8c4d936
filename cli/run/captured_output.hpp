// SPDX-License-Identifier: Apache-2.0
// What a command writes to its standard output, kept instead of shown.
#pragma once

#include "posix/unique_fd.hpp"

#include <cstddef>
#include <string>

namespace cli {

/// A pipe for the command's standard output and the text that came through it, up to a size.
class captured_output {
public:
    explicit captured_output(std::size_t most);

    /// The end that the command writes to; closed here once the command has it.
    [[nodiscard]] int command_end() const noexcept { return pipe_.write.get(); }
    void close_command_end() noexcept { pipe_.write.close(); }

    /// Readable when there is more to take; negative once all has been taken, which `poll` passes over.
    [[nodiscard]] int fd() const noexcept { return pipe_.read.get(); }

    /// Takes what is there, without waiting for more.
    void drain();

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    /// Whether there was more than fits. The rest was taken and dropped, so that the command could go on.
    [[nodiscard]] bool overflown() const noexcept { return overflown_; }

private:
    void keep(std::string_view piece);

    pipe_ends pipe_;
    std::size_t most_;
    std::string text_;
    bool overflown_ = false;
};

}  // namespace cli
