// SPDX-License-Identifier: Apache-2.0
// What may be the name of a lock or cell.
#include "core/name.hpp"

#include <cstdint>
#include <string>

namespace interlock::core {
namespace {

struct form {
    std::size_t length;
    std::uint32_t lowest;  // Smaller code points have a shorter form.
    std::uint32_t bits;    // Payload of the first byte.
};

form form_of(unsigned char first) noexcept {
    if (first < 0x80) return {1, 0, first};
    if ((first & 0xE0U) == 0xC0U) return {2, 0x80, first & 0x1FU};
    if ((first & 0xF0U) == 0xE0U) return {3, 0x800, first & 0x0FU};
    if ((first & 0xF8U) == 0xF0U) return {4, 0x10000, first & 0x07U};
    return {0, 0, 0};
}

/// Length of the character at the front of `text`; 0 if it is not well-formed.
std::size_t character(std::string_view text) noexcept {
    const auto f = form_of(static_cast<unsigned char>(text.front()));
    if (f.length == 0 || text.size() < f.length) return 0;
    std::uint32_t point = f.bits;
    for (std::size_t i = 1; i < f.length; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) != 0x80U) return 0;
        point = (point << 6U) | (byte & 0x3FU);
    }
    const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
    return point < f.lowest || point > 0x10FFFF || surrogate ? 0 : f.length;
}

}  // namespace

bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const auto length = character(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

bool has_control(std::string_view utf8) noexcept {
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const auto byte = static_cast<unsigned char>(utf8[i]);
        if (byte < 0x20 || byte == 0x7F) return true;
        if (byte == 0xC2 && i + 1 < utf8.size() && static_cast<unsigned char>(utf8[i + 1]) < 0xA0)
            return true;
    }
    return false;
}

failure check_name(std::string_view name) {
    if (name.empty()) return fail(errc::invalid_name, "name: is empty; give 1 to 512 bytes of UTF-8 text");
    if (name.size() > longest_name) {
        return fail(errc::invalid_name, "name: has " + std::to_string(name.size()) +
                                            " bytes; at most 512 are allowed (hash longer ones)");
    }
    if (!is_utf8(name))
        return fail(errc::invalid_name, "name: is not valid UTF-8; encode binary names as text");
    if (has_control(name)) {
        return fail(errc::invalid_name, "name: contains a control character; use printable text");
    }
    return {};
}

}  // namespace interlock::core
