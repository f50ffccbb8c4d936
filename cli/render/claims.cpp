// SPDX-License-Identifier: Apache-2.0
// Table and JSON forms of claims.
#include "render/claims.hpp"

#include "duration.hpp"
#include "render/json.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <array>
#include <string_view>

namespace cli {
namespace {
using interlock::claim_info;

std::string_view state_text(const claim_info& claim) { return claim.holding ? "holding" : "waiting"; }

/// "shared", or "permits 2/3".
std::string mode_text(const claim_info& claim) {
    const auto mode = interlock::to_string(claim.how);
    return claim.how == interlock::mode::permits ? fmt::format("{} {}/{}", mode, claim.permits, claim.limit)
                                                 : std::string{mode};
}

using row = std::array<std::string, 8>;

row row_of(const claim_info& claim) {
    const std::string none = "-";
    return {claim.name,          std::string{claim.upgrading ? "upgrading" : state_text(claim)},
            mode_text(claim),    claim.holding ? none : std::to_string(claim.position),
            describe(claim.who), claim.holding ? std::to_string(claim.fence) : none,
            spoken(claim.age),   claim.holding ? spoken(claim.left) : none};
}

std::string claim_json(const claim_info& claim) {
    std::string meanwhile;
    for (const auto& id : claim.meanwhile) meanwhile += (meanwhile.empty() ? "" : ",") + json_text(id);
    return fmt::format(
        R"({{"name":{},"state":"{}","mode":"{}","permits":{},"limit":{},"upgrading":{},"position":{},)"
        R"({},"fence":{},"age_ms":{},"left_ms":{},)"
        R"("id":{},"meanwhile":[{}]}})",
        json_text(claim.name), state_text(claim), to_string(claim.how), claim.permits, claim.limit,
        claim.upgrading, claim.position, json_members(claim.who), claim.fence, claim.age.count(),
        claim.left.count(), json_text(claim.id), meanwhile);
}

std::string json_array(const std::vector<claim_info>& claims) {
    std::string out = "[";
    for (const auto& claim : claims) out += (out.size() > 1 ? "," : "") + claim_json(claim);
    return out + "]";
}

/// Columns on a terminal are counted in characters, not in the bytes of UTF-8.
std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}
}  // namespace

std::string describe(const interlock::label& who) {
    const auto base = fmt::format("{}[{}]@{}", who.program, who.pid, who.host);
    return who.note.empty() ? base : fmt::format("{} ({})", base, who.note);
}

std::string describe_holders(const std::vector<claim_info>& claims) {
    std::string out;
    for (const auto& claim : claims) {
        if (!claim.holding) continue;
        out += fmt::format("{}{} since {}", out.empty() ? "held by " : ", ", describe(claim.who),
                           spoken(claim.age));
    }
    return out.empty() ? "which is on its way to the next in line" : out;
}

std::string claims_table(const std::vector<claim_info>& claims) {
    if (claims.empty()) return {};
    std::vector<row> rows{{"NAME", "STATE", "MODE", "POSITION", "WHO", "FENCE", "AGE", "LEFT"}};
    for (const auto& claim : claims) rows.push_back(row_of(claim));
    std::array<std::size_t, std::tuple_size_v<row>> widths{};
    for (const auto& cells : rows) {
        for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], columns(cells[i]));
    }
    std::string out;
    for (const auto& cells : rows) {
        for (std::size_t i = 0; i + 1 < cells.size(); ++i) {
            out += cells[i] + std::string(widths[i] - columns(cells[i]) + 2, ' ');
        }
        out += cells.back() + "\n";
    }
    return out;
}

std::string claims_json(const std::vector<claim_info>& claims) { return json_array(claims) + "\n"; }

std::string cycles_table(const cycles& all) {
    std::string out;
    for (std::size_t i = 0; i < all.size(); ++i) {
        out +=
            fmt::format("{}cycle {} of {}\n{}", i == 0 ? "" : "\n", i + 1, all.size(), claims_table(all[i]));
    }
    return out;
}

std::string cycles_json(const cycles& all) {
    std::string out = "[";
    for (const auto& cycle : all) out += (out.size() > 1 ? "," : "") + json_array(cycle);
    return out + "]\n";
}

}  // namespace cli
