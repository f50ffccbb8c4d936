# SPDX-License-Identifier: Apache-2.0
"""Source trees to test the house rules with: one that keeps them all, and for each rule some that break it.

C++ and CMake files are given without their two opening lines, unless they are `Raw`.
"""

import json

CPP = "// SPDX-License-Identifier: Apache-2.0\n// Says what this is for.\n"
HASH = "# SPDX-License-Identifier: Apache-2.0\n# Says what this is for.\n"


class Raw(str):
    """The whole text of a file."""


def whole(path, text):
    if isinstance(text, Raw):
        return text
    if path.endswith((".cpp", ".hpp")):
        return CPP + text
    return HASH + text if path.endswith("CMakeLists.txt") else text


def include(path):
    return f"#include {path}\n"


def long_function(lines, head="void f()"):
    return head + " {\n" + "    g();\n" * (lines - 2) + "}\n"


def ratchet(kind, key, size):
    return {"tools/tidy_ratchet.json": json.dumps({kind: {key: size}})}


GOOD = {
    ".clang-format": "BasedOnStyle: Google\nIndentWidth: 4\n",
    "CMakeLists.txt": "add_subdirectory(src)\n",
    "CHANGELOG.md": "# Changes\n\n## [0.1.0] - 2026-01-01\n",
    "README.md": "# Title\n\n[Changes](CHANGELOG.md#changes)\n\n<!-- example: examples/01.cpp -->\n"
                 "```cpp\nint x = 1;\n```\n\n```sh\n# not a title\n```\n",
    "examples/CMakeLists.txt": "project(examples)\nforeach(name 01)\n  add_executable(e ${name}.cpp)\n",
    "examples/01.cpp": include("<interlock/mutex.hpp>") +
                       "int main() {\n    // [snippet]\n    int x = 1;\n    // [/snippet]\n}\n",
    "include/interlock/version.hpp": '#define INTERLOCK_VERSION "0.1.0"\n',
    "include/interlock/mutex.hpp": include("<chrono>"),
    "src/CMakeLists.txt": "add_library(core core/a.cpp runtime/b.cpp engines/sqlite/c.cpp)\n",
    "src/core/a.hpp": include("<interlock/mutex.hpp>"),
    "src/core/a.cpp": include('"core/a.hpp"') + "int twice(int x) { return 2 * x; }\n",
    "src/runtime/b.hpp": "",
    "src/runtime/b.cpp": include("<time.h>") + "\n" + include("<boost/asio.hpp>") +
                         "int c = clock_gettime(0, nullptr);\n",
    "src/sync/s.hpp": "",
    "src/engines/memory/m.hpp": "",
    "src/engines/rows/r.hpp": "",
    "src/engines/sqlite/c.cpp": include("<sqlite3.h>") + "\n" + include('"core/a.hpp"') +
                                include('"engines/rows/r.hpp"'),
    "tools/tidy_ratchet.json": '{"files": {}, "functions": {}}\n',
}


def wrong_include(path, included, part):
    return {path: include(included)}, f"{part} may not include {included[1:-1]}"


def wrong_call(call, what, path="src/core/a.cpp"):
    return {path: f"void f() {{ {call}; }}\n"}, f"{path}:3: {what}"


# For each rule: what is changed in the good tree, and a piece of the complaint that must follow.
BAD = {
    "layering": [
        wrong_include("cli/main.cpp", '"core/a.hpp"', "cli"),
        wrong_include("cli/main.cpp", '"../src/core/a.hpp"', "cli"),
        wrong_include("cli/main.cpp", "<interlock/detail/x.hpp>", "cli"),
        wrong_include("examples/01.cpp", '"../src/core/a.hpp"', "examples"),
        wrong_include("include/interlock/mutex.hpp", "<boost/asio.hpp>", "include"),
        wrong_include("include/interlock/mutex.hpp", "<sqlite3.h>", "include"),
        wrong_include("src/core/a.cpp", "<boost/asio.hpp>", "core"),
        wrong_include("src/core/a.cpp", "<unistd.h>", "core"),
        wrong_include("src/core/a.cpp", '"runtime/b.hpp"', "core"),
        wrong_include("src/runtime/b.cpp", '"sync/s.hpp"', "runtime"),
        wrong_include("src/sync/s.hpp", "<boost/asio.hpp>", "sync"),
        wrong_include("src/engines/sqlite/c.cpp", '"engines/memory/m.hpp"', "engines/sqlite"),
        wrong_include("src/engines/sqlite/c.cpp", '"runtime/b.hpp"', "engines/sqlite"),
        wrong_include("src/engines/redis/c.cpp", '"engines/rows/r.hpp"', "engines/redis"),
        wrong_include("src/engines/memory/m.hpp", "<sqlite3.h>", "engines/memory"),
    ],
    "file_size": [
        ({"src/core/a.cpp": "\n" * 299}, "301 lines, the limit is 300"),
        ({"include/interlock/mutex.hpp": "\n" * 399}, "401 lines, the limit is 400"),
        ({"tests/a.cpp": "\n" * 399}, "401 lines, the limit is 400"),
        ({"examples/01.cpp": "\n" * 79}, "81 lines, the limit is 80"),
    ],
    "function_size": [
        ({"src/core/a.cpp": long_function(61)}, "f has 61 lines"),
        ({"src/core/a.cpp": long_function(61, "x::x(int a) noexcept(true) : a_{a}, b_(2)")}, "61 lines"),
        ({"src/core/a.cpp": long_function(61, "x::x(int a) : b_(2), a_{a}")}, "61 lines"),
        ({"src/core/a.cpp": long_function(61, "template <class T> auto f(T t) -> int")}, "f has 61 lines"),
        ({"src/core/a.cpp": f"class c {{\n{long_function(61, 'int m() const override')}}};\n"}, "m has 61"),
        ({"tests/t.cpp": long_function(61, "TEST(lock, is_exclusive)")}, "TEST has 61 lines"),
        ({"tools/t.py": "def f():\n" + "    pass\n" * 60}, "f has 61 lines"),
    ],
    "size_ratchet": [
        (ratchet("files", "src/core/a.cpp", 400), "take its entry out"),
        ({**ratchet("files", "src/core/a.cpp", 400), "src/core/a.cpp": "\n" * 350}, "has shrunk to 352"),
        ({**ratchet("functions", "src/core/a.cpp:f", 9000), "src/core/a.cpp": long_function(70)}, "to 70"),
    ],
    "banned_calls": [
        wrong_call("auto t = std::chrono::steady_clock::now()", "reads a clock"),
        wrong_call("clock_gettime(1, &t)", "reads a clock"),
        wrong_call("auto t = time(nullptr)", "reads a clock"),
        wrong_call("auto t = std::time(0)", "reads a clock"),
        wrong_call("std::this_thread::sleep_for(1s)", "sleeps"),
        wrong_call("::sleep(1)", "sleeps"),
        wrong_call("usleep(1)", "sleeps"),
        wrong_call("int r = rand()", "draws chance"),
        wrong_call("std::random_device d", "draws chance"),
        wrong_call("std::mt19937 g", "draws chance", "include/interlock/mutex.hpp"),
        wrong_call("std::cout << 1", "prints"),
        wrong_call('printf("x")', "prints"),
        wrong_call('fprintf(stderr, "x")', "prints", "src/runtime/b.cpp"),
    ],
    "files_in_build": [
        ({"src/core/lost.cpp": ""}, "src/core/lost.cpp:1: is in no CMakeLists.txt"),
        ({"src/CMakeLists.txt": "add_library(core core/a.cpp.in)\n"}, "src/core/a.cpp:1: is in no"),
        ({"src/CMakeLists.txt": "add_library(core x.cpp) # core/a.cpp\n"}, "src/core/a.cpp:1: is in no"),
        ({"examples/02.cpp": ""}, "examples/02.cpp:1: is in no CMakeLists.txt"),
        ({"tests/new/CMakeLists.txt": ""}, "no other CMakeLists.txt adds this folder"),
        ({"src/engines/new/CMakeLists.txt": ""}, "no other CMakeLists.txt adds this folder"),
    ],
    "opening_lines": [
        ({"src/core/a.cpp": Raw("int x;\n")}, "does not open with"),
        ({"src/core/a.cpp": Raw(CPP.splitlines()[0] + "\n\nint x;\n")}, "no sentence of purpose"),
        ({"src/core/a.cpp": Raw(CPP.splitlines()[0] + "\n/// @file\n#pragma once\n")}, "no sentence"),
        ({"src/CMakeLists.txt": Raw("project(x)\n")}, "does not open with"),
        ({"tools/x.py": "#!/usr/bin/env python3\nimport sys\n"}, "does not open with"),
        ({"script": "#!/bin/bash\nls\n"}, "does not open with"),
    ],
    "leftover_markers": [
        ({"src/core/a.cpp": f"// {'TO' + 'DO'}: later\n"}, "leftover marker"),
        ({"README.md": f"# Title\n{'FIX' + 'ME'}\n"}, "leftover marker"),
    ],
    "line_length": [({"src/core/a.cpp": "//" + "x" * 109 + "\n"}, "111 columns")],
    "cpp_format": [({"src/core/a.cpp": "int  twice( int x ){return 2*x;}\n"}, "not formatted")],
    "changelog_version": [
        ({"CHANGELOG.md": "# Changes\n\n## [0.0.9] - 2026-01-01\n"}, "0.0.9, but version.hpp says 0.1.0"),
        ({"CHANGELOG.md": "# Changes\n"}, "(none), but version.hpp says 0.1.0"),
    ],
    "markdown_titles": [
        ({"README.md": "# One\n\n# Two\n"}, "2 titles"),
        ({"docs/x.md": "## None\n"}, "0 titles"),
    ],
    "markdown_links": [
        ({"README.md": "# T\n[gone](docs/gone.md)\n"}, "dead link docs/gone.md"),
        ({"README.md": "# T\n[gone](CHANGELOG.md#nowhere)\n"}, "dead link CHANGELOG.md#nowhere"),
        ({"README.md": "# T\n![gone](docs/gone.png)\n"}, "dead link docs/gone.png"),
    ],
    "readme_snippets": [
        ({"examples/01.cpp": "int main() {}\n"}, "is not what examples/01.cpp says"),
        ({"README.md": "# T\n<!-- example: examples/9.cpp -->\n```cpp\n```\n"}, "there is no examples/9.cpp"),
        ({"README.md": "# T\n<!-- example: examples/01.cpp -->\nint x = 1;\n"}, "no ```cpp block follows"),
    ],
}
