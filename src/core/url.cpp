// SPDX-License-Identifier: Apache-2.0
// Takes an engine URL apart. Several hosts are allowed, which general URL parsers refuse.
#include <interlock/engine/registry.hpp>

#include <charconv>

#include "core/name.hpp"
#include "core/text.hpp"

namespace interlock {
inline namespace v0 {
namespace port {
namespace {

[[noreturn]] void bad(const std::string& what) {
    throw error{fail(errc::invalid_url, "engine URL: " + what)};
}

std::string decoded(std::string_view text, const char* part) {
    auto out = core::percent_decode(text);
    if (!out) bad(std::string{part} + " has a broken % encoding; write a literal % as %25");
    if (core::has_control(*out)) bad(std::string{part} + " has an encoded control character");
    return *std::move(out);
}

std::string_view take_until(std::string_view& rest, std::string_view stops) {
    const auto end = std::min(rest.find_first_of(stops), rest.size());
    const auto out = rest.substr(0, end);
    rest.remove_prefix(end);
    return out;
}

/// What is wrong is not shown: it may be the front of a password with a / in it.
std::uint16_t port_number(std::string_view digits) {
    std::uint16_t out = 0;
    const auto [end, ec] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    if (ec != std::errc{} || end != digits.data() + digits.size() || out == 0) {
        bad("port is not a number from 1 to 65535; in a password write / as %2F, @ as %40");
    }
    return out;
}

url::endpoint endpoint_of(std::string_view text) {
    url::endpoint out;
    if (text.starts_with('[')) {  // An IPv6 address has colons of its own.
        const auto end = text.find(']');
        if (end == std::string_view::npos) bad("host '" + std::string{text} + "' lacks its closing ]");
        out.host = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        if (!text.empty() && text.front() != ':') bad("after ] only :port may follow");
    } else {
        out.host = decoded(take_until(text, ":"), "host");
    }
    if (out.host.empty()) bad("host is empty; give host or host:port, several separated by commas");
    if (!text.empty()) out.port = port_number(text.substr(1));
    return out;
}

void read_authority(url& out, std::string_view text) {
    if (const auto at = text.rfind('@'); at != std::string_view::npos) {
        auto userinfo = text.substr(0, at);
        out.user = decoded(take_until(userinfo, ":"), "user");
        if (!userinfo.empty()) out.password = decoded(userinfo.substr(1), "password");
        text.remove_prefix(at + 1);
    }
    while (!text.empty()) {
        out.hosts.push_back(endpoint_of(take_until(text, ",")));
        if (text == ",") bad("host is empty after the last comma");
        if (!text.empty()) text.remove_prefix(1);
    }
}

bool scheme_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

}  // namespace

url url::parse(std::string_view text) {
    if (text.size() > 4096) bad("is longer than 4096 bytes");
    if (!core::is_utf8(text) || core::has_control(text)) bad("contains control characters or is not UTF-8");
    url out;
    auto rest = text;
    out.scheme = take_until(rest, ":");
    if (rest.empty() || out.scheme.empty()) bad("has no scheme; write for instance sqlite:PATH");
    for (const char c : out.scheme) {
        if (!scheme_character(c)) bad("scheme '" + out.scheme + "' has characters other than a-z 0-9 + - .");
    }
    rest.remove_prefix(1);
    if (rest.starts_with("//")) {
        rest.remove_prefix(2);
        read_authority(out, take_until(rest, "/?"));
    }
    out.path = decoded(take_until(rest, "?"), "path");
    if (!rest.empty()) {
        auto pairs = core::parse_pairs(rest.substr(1));
        if (!pairs) bad("options after ? must read name=value, separated by &, each once");
        out.options = *std::move(pairs);
        for (const auto& [name, value] : out.options) {
            if (core::has_control(name) || core::has_control(value))
                bad("options have an encoded control character");
        }
    }
    return out;
}

std::string url::redacted() const {
    std::string out = scheme + ":";
    if (!hosts.empty() || !user.empty()) {
        out += "//";
        if (!user.empty() || !password.empty()) out += user + (password.empty() ? "@" : ":***@");
        for (const auto& [host, port] : hosts) {
            if (&host != &hosts.front().host) out += ',';
            out += host.find(':') == std::string::npos ? host : "[" + host + "]";
            if (port != 0) out += ":" + std::to_string(port);
        }
    }
    out += path;
    char separator = '?';
    for (const auto& [key, value] : options) {
        const bool secret = key.find("pass") != std::string::npos ||
                            key.find("secret") != std::string::npos || key.find("token") != std::string::npos;
        out += separator + key + "=" + (secret ? "***" : value);
        separator = '&';
    }
    return out;
}

}  // namespace port
}  // namespace v0
}  // namespace interlock
