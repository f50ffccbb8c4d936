// SPDX-License-Identifier: Apache-2.0
// The interlock command: parse, act, translate failures into exit codes.
#include "exit_code.hpp"
#include "parser.hpp"
#include "render/render.hpp"
#include "talk.hpp"

#include <exception>
#include <interlock/error.hpp>

namespace {

int act(const cli::request& asked) {
    if (asked.what == cli::request::kind::version) {
        cli::print(cli::version_line());
        return cli::exit_success;
    }
    if (asked.what == cli::request::kind::help) {
        cli::print(asked.call.command != nullptr ? cli::help_for(*asked.call.command)
                                                 : cli::help_for_program());
        return cli::exit_success;
    }
    if (asked.call.flag("quiet")) cli::be_quiet();
    return asked.call.command->action(asked.call);
}

int give_up(int code, const char* message) {
    cli::complain(message);
    return code;
}

}  // namespace

int main(int count, char** words) {
    try {
        return act(cli::parse({words + (count > 0 ? 1 : 0), words + count}));
    } catch (const cli::interrupted& by) {
        return cli::exit_signal_base + by.signal;
    } catch (const cli::usage_error& why) {
        return give_up(cli::exit_usage, why.what());
    } catch (const interlock::error& why) {
        return give_up(cli::exit_code_of(why.code()), why.what());
    } catch (const std::exception& why) {
        return give_up(cli::exit_internal, why.what());
    }
}
