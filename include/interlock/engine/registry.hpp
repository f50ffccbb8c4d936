// SPDX-License-Identifier: Apache-2.0
/// @file
/// How an engine is found by URL.
#pragma once

#include <interlock/engine/host.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace interlock {
inline namespace v0 {
namespace port {

class engine;

/// An engine URL taken apart: `scheme:path?options` or `scheme://user:password@host:port,host/path?options`.
struct url {
    struct endpoint {
        std::string host;
        std::uint16_t port = 0;  ///< 0: the engine's default.
    };
    std::string scheme{};
    std::string user{};
    std::string password{};  ///< A secret: never printed.
    std::vector<endpoint> hosts{};
    std::string path{};  ///< Percent-decoded. With `//`: the part after the hosts, with its `/`.
    std::map<std::string, std::string> options{};

    /// Takes `text` apart. Throws `error` with `errc::invalid_url` naming the part that is wrong.
    [[nodiscard]] INTERLOCK_API static url parse(std::string_view text);
    /// The URL without its password, for people.
    [[nodiscard]] INTERLOCK_API std::string redacted() const;
};

/// An option that an engine's URL may carry.
struct option_info {
    std::string name{};
    std::string meaning{};  ///< One line, with values and default.
};

/// What an engine says of itself when it registers.
struct descriptor {
    std::string scheme{};                ///< For instance "sqlite".
    std::string summary{};               ///< One line.
    std::vector<option_info> options{};  ///< Any other option in a URL is an error.
    /// Opens the engine. Throws `error` when the URL is wrong or the server cannot be used.
    std::unique_ptr<engine> (*open)(const url& where, const context& host) = nullptr;
};

/// Makes an engine known; called by a static initializer in the engine's own library.
INTERLOCK_API void register_engine(descriptor what);

/// All engines linked into this program, by scheme.
[[nodiscard]] INTERLOCK_API std::vector<descriptor> engines();

/// Opens the engine that `where` names. Unknown schemes and options give `errc::invalid_url` with the
/// nearest known one.
[[nodiscard]] INTERLOCK_API std::unique_ptr<engine> open_engine(const url& where, const context& host);

}  // namespace port
}  // namespace v0
}  // namespace interlock
