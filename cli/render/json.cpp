// SPDX-License-Identifier: Apache-2.0
// Escapes text for JSON.
#include "render/json.hpp"

#include <fmt/core.h>
#include <algorithm>

namespace cli {
namespace {

/// The bounds of the second byte tell overlong forms, surrogates and what is beyond Unicode.
bool second_byte_fits(unsigned char first, unsigned char second) {
    const unsigned char least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned char most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return second >= least && second <= most;
}

/// How many bytes the character at the start of `text` has; 0 if there is none.
std::size_t character_size(std::string_view text) {
    const auto first = static_cast<unsigned char>(text.front());
    if (first < 0x80) return 1;
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size) return 0;
    const auto rest = text.substr(2, size - 2);
    const bool continued = std::ranges::all_of(rest, [](char c) { return (c & 0xC0) == 0x80; });
    return continued && second_byte_fits(first, static_cast<unsigned char>(text[1])) ? size : 0;
}
}  // namespace

std::string json_text(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const auto size = character_size(text);
        const char c = text.front();
        if (size == 0)
            out += "\\ufffd";
        else if (c == '"' || c == '\\')
            out += fmt::format("\\{}", c);
        else if (static_cast<unsigned char>(c) < 0x20)
            out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            out += text.substr(0, size);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out + '"';
}

std::string json_members(const interlock::label& who) {
    return fmt::format(R"("host":{},"program":{},"pid":{},"note":{})", json_text(who.host),
                       json_text(who.program), who.pid, json_text(who.note));
}

}  // namespace cli
