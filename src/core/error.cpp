// SPDX-License-Identifier: Apache-2.0
// The error category and the exception.
#include <interlock/error.hpp>

#include <array>
#include <utility>

namespace interlock {
inline namespace v0 {
namespace {

constexpr std::array<const char*, 18> texts{
    "no error",
    "invalid name",
    "invalid option",
    "invalid engine URL",
    "not supported by this engine",
    "engine unavailable",
    "engine data refused",
    "timed out",
    "canceled",
    "lock lost",
    "outcome unknown",
    "deadlock",
    "stale fence",
    "version conflict",
    "limit mismatch",
    "used in a forked child",
    "client closed",
    "unexpected answer from the engine",
};

class category final : public std::error_category {
public:
    const char* name() const noexcept override { return "interlock"; }
    std::string message(int value) const override {
        const auto index = static_cast<std::size_t>(value);
        return value >= 0 && index < texts.size() ? texts[index] : "unknown error";
    }
};

}  // namespace

const std::error_category& error_category() noexcept {
    static const category the_category;
    return the_category;
}

std::error_code make_error_code(errc code) noexcept { return {static_cast<int>(code), error_category()}; }

failure fail(errc code, std::string message) { return {code, std::move(message)}; }

error::error(const failure& why) : std::system_error{why.code, why.message} {}

}  // namespace v0
}  // namespace interlock
