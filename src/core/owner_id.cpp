// SPDX-License-Identifier: Apache-2.0
// The text form of an owner id.
#include <interlock/engine/types.hpp>

namespace interlock {
inline namespace v0 {
namespace port {

std::string owner_id::hex() const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string out;
    out.reserve(2 * bytes.size());
    for (const auto byte : bytes) {
        out += digits[byte >> 4U];
        out += digits[byte & 0xFU];
    }
    return out;
}

}  // namespace port
}  // namespace v0
}  // namespace interlock
