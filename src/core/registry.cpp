// SPDX-License-Identifier: Apache-2.0
// The engines linked into this program, by scheme.
#include <interlock/engine.hpp>

#include <algorithm>
#include <mutex>

#include "core/suggest.hpp"

namespace interlock {
inline namespace v0 {
namespace port {
namespace {

struct registry {
    std::mutex guard;
    std::map<std::string, descriptor> by_scheme;
};

/// Made when first used: engines register from static initializers, in any order.
registry& the_registry() {
    static auto* const out = new registry;  // Never destroyed: clients may close during exit.
    return *out;
}

descriptor find(const url& where) {
    std::vector<std::string> known;
    for (auto& engine : engines()) {
        if (engine.scheme == where.scheme) return engine;
        known.push_back(engine.scheme);
    }
    throw error{fail(errc::invalid_url, "engine URL: no engine for scheme '" + where.scheme +
                                            "' in this program" + core::hint(where.scheme, known))};
}

void check_options(const url& where, const descriptor& engine) {
    std::vector<std::string> known;
    for (const auto& option : engine.options) known.push_back(option.name);
    for (const auto& [name, value] : where.options) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        throw error{fail(errc::invalid_url, "engine URL: engine '" + engine.scheme + "' has no option '" +
                                                name + "'" + core::hint(name, known))};
    }
}

}  // namespace

void register_engine(descriptor what) {
    auto& all = the_registry();
    const std::lock_guard lock{all.guard};
    auto scheme = what.scheme;
    all.by_scheme.insert_or_assign(std::move(scheme), std::move(what));
}

std::vector<descriptor> engines() {
    auto& all = the_registry();
    const std::lock_guard lock{all.guard};
    std::vector<descriptor> out;
    for (const auto& [scheme, engine] : all.by_scheme) out.push_back(engine);
    return out;
}

std::unique_ptr<engine> open_engine(const url& where, const context& host) {
    const auto engine = find(where);
    check_options(where, engine);
    return engine.open(where, host);
}

}  // namespace port
}  // namespace v0
}  // namespace interlock
