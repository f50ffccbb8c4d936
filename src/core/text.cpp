// SPDX-License-Identifier: Apache-2.0
// Percent-encoded `key=value&…` text: URL options, and labels as engines store them.
#include "core/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace interlock::core {
namespace {

bool plain(char c) noexcept {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view{"-._~/:@ "}.find(c) != std::string_view::npos;
}

/// As much of the front of `text` as takes at most `room` bytes when encoded.
std::string encode_within(std::string_view text, std::size_t room) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto next = percent_encode(text.substr(i, 1));
        if (out.size() + next.size() > room) break;
        out += next;
    }
    return out;
}

int digit(char c) noexcept {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

std::string percent_encode(std::string_view text) {
    static constexpr char digits[] = "0123456789ABCDEF";
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (plain(c)) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += {'%', digits[byte >> 4U], digits[byte & 0xFU]};
        }
    }
    return out;
}

std::optional<std::string> percent_decode(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            out += text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        const int high = digit(text[i + 1]);
        const int low = digit(text[i + 2]);
        if (high < 0 || low < 0) return std::nullopt;
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

std::optional<std::map<std::string, std::string>> parse_pairs(std::string_view text) {
    std::map<std::string, std::string> out;
    while (!text.empty()) {
        const auto part = text.substr(0, text.find('&'));
        text.remove_prefix(part.size() == text.size() ? part.size() : part.size() + 1);
        const auto equals = part.find('=');
        if (equals == std::string_view::npos || equals == 0) return std::nullopt;
        auto key = percent_decode(part.substr(0, equals));
        auto value = percent_decode(part.substr(equals + 1));
        if (!key || !value || !out.emplace(std::move(*key), std::move(*value)).second) return std::nullopt;
    }
    return out;
}

std::string to_text(const label& who) {
    const auto note = who.note.empty() ? std::string{} : "&note=" + percent_encode(who.note);
    const auto pid = std::to_string(who.pid);
    const std::string_view frame = "program=&pid=&host=";
    // The note takes up to three bytes for each of its own; program and host share what is left.
    const auto used = frame.size() + pid.size() + note.size();
    const auto room = (longest_label - std::min(used, longest_label)) / 2;
    return "program=" + encode_within(who.program, room) + "&pid=" + pid +
           "&host=" + encode_within(who.host, room) + note;
}

label label_from(std::string_view text) {
    auto pairs = parse_pairs(text);
    if (!pairs || !pairs->contains("pid")) return {.note = std::string{text}};
    const auto& pid = (*pairs)["pid"];
    label out{.host = (*pairs)["host"], .program = (*pairs)["program"], .note = (*pairs)["note"]};
    std::from_chars(pid.data(), pid.data() + pid.size(), out.pid);
    return out;
}

}  // namespace interlock::core
