// SPDX-License-Identifier: Apache-2.0
// A slot on the test bench.
#include "unit/core/slot_bench.hpp"

namespace interlock::core {
namespace {

std::string name_of(const tenant_ptr& t) { return static_cast<const named_tenant&>(*t).name; }

std::string why_of(const failure& why) { return why ? " (" + why.code.message() + ")" : ""; }

struct as_text {
    slot_bench& bench;

    std::string operator()(const do_acquire& a) const {
        bench.claimed = a.what;
        EXPECT_EQ(a.what.owner, bench.machine.owner());
        return a.what.wait ? "acquire" : "acquire at once";
    }
    std::string operator()(const do_withdraw&) const { return "withdraw"; }
    std::string operator()(const do_release& a) const {
        EXPECT_EQ(a.owner, bench.machine.owner());
        return a.keep.count() > 0 ? "release keep " + std::to_string(a.keep.count()) : "release";
    }
    std::string operator()(const do_convert& a) const {
        bench.converting = a.what;
        bench.request = a.request;
        EXPECT_EQ(a.what.owner, bench.machine.owner());
        return "convert to " + std::string{to_string(a.what.to)} + (a.what.wait ? "" : " at once");
    }
    std::string operator()(const tell_converted& a) const {
        return (a.got ? "converted " : "not converted ") + name_of(a.who) + why_of(a.why);
    }
    std::string operator()(const do_renew& a) const {
        EXPECT_EQ(a.owner, bench.machine.owner());
        return "renew";
    }
    std::string operator()(const tell_granted& a) const {
        bench.told_until = a.until;
        return "granted " + name_of(a.who);
    }
    std::string operator()(const tell_busy& a) const { return "busy " + name_of(a.who); }
    std::string operator()(const tell_failed& a) const {
        EXPECT_TRUE(a.why);
        return "failed " + name_of(a.who) + why_of(a.why);
    }
    std::string operator()(const tell_extended& a) const {
        bench.told_until = a.until;
        return "extended " + name_of(a.who);
    }
    std::string operator()(const tell_lost& a) const {
        EXPECT_EQ(a.why.code, errc::lost);
        return "lost " + name_of(a.who);
    }
    std::string operator()(const tell_released& a) const {
        return "released " + name_of(a.who) + why_of(a.why);
    }
    std::string operator()(const tell_event& a) const {
        bench.events.push_back(a.what);
        EXPECT_EQ(a.what.name, "orders");
        const auto fence = a.what.fence == 0 ? "" : " " + std::to_string(a.what.fence);
        return "<" + std::string{to_string(a.what.kind)} + fence + ">";
    }
};

}  // namespace

std::string slot_bench::tell(actions done) {
    std::string out;
    for (const auto& each : done) out += (out.empty() ? "" : "; ") + std::visit(as_text{*this}, each);
    return out;
}

named slot_bench::who(std::string name, lock_options terms) {
    return std::make_shared<named_tenant>(std::move(name), std::move(terms));
}

named slot_bench::trying(std::string name, lock_options terms) {
    auto out = who(std::move(name), std::move(terms));
    out->may_wait = false;
    return out;
}

std::string slot_bench::arrive(const tenant_ptr& t) {
    actions out;
    machine.arrive(t, now, out);
    return tell(std::move(out));
}

std::string slot_bench::withdraw(const tenant_ptr& t, failure why) {
    actions out;
    machine.withdraw(t, std::move(why), now, out);
    return tell(std::move(out));
}

std::string slot_bench::leave(const tenant_ptr& t) {
    actions out;
    machine.leave(t, now, out);
    return tell(std::move(out));
}

std::string slot_bench::convert(const tenant_ptr& t, slot::wish wanted) {
    actions out;
    machine.convert(t, std::move(wanted), now, out);
    return tell(std::move(out));
}

std::string slot_bench::give_up_conversion(const tenant_ptr& t, failure why) {
    actions out;
    machine.give_up_conversion(t, std::move(why), out);
    return tell(std::move(out));
}

std::string slot_bench::converted(port::status how, std::uint64_t fence, unsigned of, failure why) {
    actions out;
    port::acquire_answer said{.what = how, .got = {}, .why = std::move(why)};
    if (fence != 0) said.got.fences = {fence};
    machine.converted(machine.owner(), of == 0 ? request : of, std::move(said), now, out);
    return tell(std::move(out));
}

std::string slot_bench::grant(std::uint64_t fence, bool contended, duration lease) {
    actions out;
    const port::grant got{.fences = {fence}, .until = now + lease, .contended = contended};
    machine.acquired(machine.owner(), {.what = port::status::done, .got = got}, now, out);
    return tell(std::move(out));
}

std::string slot_bench::refuse(port::status how, failure why) {
    actions out;
    machine.acquired(machine.owner(), {.what = how, .got = {}, .why = std::move(why)}, now, out);
    return tell(std::move(out));
}

std::string slot_bench::left(port::status how, failure why) {
    actions out;
    machine.left(machine.owner(), {.what = how, .why = std::move(why)}, now, out);
    return tell(std::move(out));
}

std::string slot_bench::renewed(port::status how, duration lease, bool contended) {
    actions out;
    port::renew_answer answer{
        .what = how, .owner = machine.owner(), .until = now + lease, .contended = contended};
    if (how == port::status::error) answer.why = fail(errc::unavailable, "gone");
    if (how == port::status::unknown) answer.why = fail(errc::unknown_outcome, "no answer");
    machine.renewed(answer, now, out);
    return tell(std::move(out));
}

std::string slot_bench::lost(failure why) {
    actions out;
    machine.lost(machine.owner(), std::move(why), now, out);
    return tell(std::move(out));
}

std::string slot_bench::waiting() {
    actions out;
    machine.waiting(machine.owner(), now, out);
    return tell(std::move(out));
}

std::string slot_bench::contended() {
    actions out;
    machine.contended(machine.owner(), now, out);
    return tell(std::move(out));
}

std::string slot_bench::retire() {
    actions out;
    machine.retire(out);
    return tell(std::move(out));
}

std::string slot_bench::pass(duration time) {
    now += time;
    actions out;
    machine.tick(now, out);
    return tell(std::move(out));
}

std::string slot_bench::pass_to_next_tick() { return pass(until_next_tick()); }

duration slot_bench::until_next_tick() const {
    EXPECT_NE(machine.next_tick(), never);
    return machine.next_tick() - now;
}

named slot_bench::hold(const named& t, std::uint64_t fence, bool contended) {
    EXPECT_EQ(arrive(t), "acquire");
    grant(fence, contended);
    EXPECT_TRUE(machine.is_holder(*t));
    return t;
}

}  // namespace interlock::core
